FROM debian:12
WORKDIR /descent
COPY . .
RUN ./run_tests.sh
ENTRYPOINT ["build/descent"]
