# One image for web, worker, beat and the one-shot migration; docker-compose.yml says what each of them runs.
FROM python:3.11-slim AS builder
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r requirements.lock

FROM python:3.11-slim
# The kernel starts this process as nobody in particular: no root, no shell of its own, one writable folder.
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin anamnesis \
 && install -d -o anamnesis -g anamnesis -m 0700 /data
WORKDIR /app
COPY --from=builder /venv /venv
COPY manage.py LICENSE ./
COPY platform platform
COPY memory memory
COPY knowledge knowledge
COPY bots bots
COPY templates templates
COPY static static
COPY locale locale
RUN python -m compileall -q platform memory knowledge bots
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app:/app/platform \
    PYTHONUNBUFFERED=1 \
    ANAMNESIS_HOME=/data
USER anamnesis
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["python", "-m", "config.probe", "http://127.0.0.1:8000/readyz", "5"]
CMD ["python", "manage.py", "up", "--host", "0.0.0.0", "--no-demo"]
