"""The reference memory system: the common extract, embed, classify, synthesize kind, with every stage replaceable.

records.py   observations, facts, changes, and `apply`: a fact is the fold of its changes
stages.py    the protocols: Extractor, Classifier, Synthesizer
settings.py  every choice, and the two configurations `reference` and `reference-simple`; factory.py builds them
flow.py      what one observation does to the store
rules.py     temporal guard, confidence, disputes, authors
store.py     the store's protocol and the one in memory; sqlite_store.py (with sqlite_file.py and sqlite_rows.py) the
             one on disk; replay.py from the log alone
search.py    BM25 and cosine for questions
system.py    all of it as a memory system

Parts without a language model: extraction.py (with layout.py, headings.py, quotes.py, people.py, details.py,
grounding.py, named_dates.py), classification.py (with apart.py) and frames.py, synthesis.py.
"""
