"""Each sentence of a draft against its evidence, before it is sent."""
