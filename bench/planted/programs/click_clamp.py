import click


@click.command()
@click.option("--workers", type=click.IntRange(1, 8, max_open=True, clamp=True))
def start(workers):
    print("starting", workers, "workers")


start(["--workers", "20"], standalone_mode=False)
