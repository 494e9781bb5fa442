"""The record of an answer: keep it whole, replay it, answer again today."""
