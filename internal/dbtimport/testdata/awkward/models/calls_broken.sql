select {{ broken(1) }} as x
