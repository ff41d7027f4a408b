"""The staff: a computer player that plans for its whole army and thinks moves through.

Each chapter answers the questions of one topic; what none answers, the greedy player does.
"""
