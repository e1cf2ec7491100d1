SELECT id AS pre_{{ suffix }} @pk FROM t
