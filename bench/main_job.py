"""Processor time and memory of the main job, and how long the command line takes to say hello.

    python bench/main_job.py

Prints, for `reference` on eight trajectories of `feb30` judged by `lexical`: processor seconds of the process and its
peak memory; what the embedder alone takes for all thirty; and the wall time of `memassay --help`, the best of five.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memassay import corpora
from memassay.models import minilm
from memassay.models.text import sentences

PROGRAM = Path(sys.executable).with_name("memassay")
JOB = ("run", "--memory", "reference", "--limit", "8", "--display", "none")


def used() -> float:
    """Processor seconds of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def hello() -> float:
    """Wall seconds of one `memassay --help`."""
    started = time.perf_counter()
    subprocess.run([PROGRAM, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def embedding() -> tuple[int, float]:
    """How many distinct sentences the corpus has, and the processor seconds to embed them, document by document."""
    documents = [
        sentences(step.document.text) for stream in corpora.load("feb30").streams.values() for step in stream.steps
    ]
    embedder = minilm.build()
    before = time.process_time()
    for document in documents:
        embedder.encode(document)
    return len({sentence for document in documents for sentence in document}), time.process_time() - before


def main() -> None:
    """Measure and print."""
    print(f"memassay --help: {min(hello() for _ in range(5)):.2f} s wall, the best of five (aim: under 0.5)")
    with tempfile.TemporaryDirectory() as folder:
        before, started = used(), time.perf_counter()
        subprocess.run([PROGRAM, *JOB, "--log-dir", folder], check=True, stdout=subprocess.DEVNULL)
        wall = time.perf_counter() - started
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"memassay {' '.join(JOB)}: {used() - before:.1f} s of processor time (aim: under 20), {wall:.1f} s wall")
        print(f"peak memory: {peak:.0f} MB (aim: under 1000)")
    count, seconds = embedding()
    print(f"of this, embedding the corpus's {count} distinct sentences alone: {seconds:.1f} s of processor time")


if __name__ == "__main__":
    main()
