"""The Streamlit side: parameters and their links, charts with export, long work, the shell around the pages."""
