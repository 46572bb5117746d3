FROM python:3.13-slim

# One thread for each job, since jobs run side by side. In a container loopback reaches nobody: publish the port instead.
# An address to print is named, since Streamlit would ask a service outside for one.
ENV OPENBLAS_NUM_THREADS=1 \
    OMP_NUM_THREADS=1 \
    PYTHONUNBUFFERED=1 \
    RFFVIZ_CACHE=/data \
    STREAMLIT_BROWSER_GATHER_USAGE_STATS=false \
    STREAMLIT_BROWSER_SERVER_ADDRESS=localhost \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_FILE_WATCHER_TYPE=none \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_SERVER_PORT=8501

WORKDIR /app
RUN useradd --uid 10001 --create-home rffviz && install --directory --owner rffviz /data
COPY requirements.txt tests/constraints.txt ./
RUN pip install --no-cache-dir --requirement requirements.txt --constraint constraints.txt segno
COPY .streamlit .streamlit
COPY app.py ./
COPY pages pages
COPY rffviz rffviz
RUN python -m compileall -q app.py pages rffviz

USER rffviz
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
# What follows the image's name goes to Streamlit, and behind "--" to the explorer.
ENTRYPOINT ["streamlit", "run", "app.py"]
