"""What is seen: views and their words, figures, reports, and the Streamlit side that shows them."""
