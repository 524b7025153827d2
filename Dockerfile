# A virtual environment from the locked dependencies, then an image that holds it and no tools.
#
# The base is named by its tag, so that a rebuild takes up its security updates. Whoever wants the
# same base to the last byte writes its digest behind both tags (`docker buildx imagetools inspect`
# shows it).
FROM python:3.12-slim-trixie AS build
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
# `docker build --build-arg BUMPBOT_COMPILE=require` compiles the bot's search.
ARG BUMPBOT_COMPILE=skip
# A release says which it is, as there is no tag in here: `--build-arg BUMPBOT_VERSION=1.2.3`.
ARG BUMPBOT_VERSION=""
COPY requirements/build.txt requirements/compile.txt requirements/runtime.txt ./requirements/
# What is locked has wheels, so nothing foreign is built here.
RUN pip install --only-binary :all: --require-hashes --requirement requirements/build.txt \
    && python -m venv --without-pip /opt/bumpbot \
    && pip --python /opt/bumpbot/bin/python install --no-compile --only-binary :all: \
        --require-hashes --requirement requirements/runtime.txt
# The compiler is Debian's newest, and stays behind in this stage.
# hadolint ignore=DL3008
RUN if [ "$BUMPBOT_COMPILE" != skip ]; then \
        { command -v gcc >/dev/null || { apt-get update \
            && apt-get install --yes --no-install-recommends gcc libc6-dev \
            && rm -rf /var/lib/apt/lists/*; }; } \
        && pip install --only-binary :all: --require-hashes --requirement requirements/compile.txt; \
    fi
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY data ./data
COPY renderers ./renderers
COPY bot ./bot
# The root is read-only later, so bytecode is written now: 17 MB that save each start a second of a
# core. It is not compared with the files' times, which some builders change.
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && pip --python /opt/bumpbot/bin/python install --no-compile --no-deps --no-index /wheels/*.whl \
    && /opt/bumpbot/bin/python -m compileall -q -f --invalidation-mode unchecked-hash \
        /opt/bumpbot/lib

FROM python:3.12-slim-trixie
LABEL org.opencontainers.image.title="Bumpbot" \
    org.opencontainers.image.description="A Discord bot for slow games of push-and-shove abstracts" \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.base.name="python:3.12-slim-trixie"
RUN groupadd --gid 10001 bumpbot \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/bumpbot \
        --shell /usr/sbin/nologin bumpbot \
    && install --directory --owner 10001 --group 10001 --mode 0700 /var/lib/bumpbot \
    && pip uninstall --yes --quiet --root-user-action ignore pip
COPY --from=build /opt/bumpbot /opt/bumpbot
ENV PATH=/opt/bumpbot/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    BUMPBOT_DATABASE=/var/lib/bumpbot/bumpbot.sqlite3 \
    BUMPBOT_METRICS=127.0.0.1:9464
# By number, so that whoever starts it can tell that it is not root.
USER 10001:10001
WORKDIR /var/lib/bumpbot
VOLUME /var/lib/bumpbot
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["bumpbot", "health"]
ENTRYPOINT ["bumpbot"]
