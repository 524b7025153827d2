# Build a wheel, then run it from a slim image as an ordinary user.
FROM python:3.12-slim AS build
WORKDIR /src
RUN pip install --no-cache-dir build
COPY pyproject.toml README.md LICENSE ./
COPY data ./data
COPY renderers ./renderers
COPY bot ./bot
RUN python -m build --wheel --outdir /wheels

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 bumpbot \
    && install --directory --owner bumpbot /var/lib/bumpbot
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/*.whl)[postgres]" && rm -r /wheels
USER bumpbot
ENV BUMPBOT_DATABASE=/var/lib/bumpbot/bumpbot.sqlite3 \
    PYTHONUNBUFFERED=1
VOLUME /var/lib/bumpbot
ENTRYPOINT ["bumpbot"]
