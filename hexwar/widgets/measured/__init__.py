"""The board of a measured table: cloth, painted blocks, and what is laid over them.

It shows the records of `table.stands` and knows no rule. How it is used, by mouse and by keys, is
said at `view.MeasuredView`.
"""
