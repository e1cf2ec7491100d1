package jinja

import "strconv"

// quoted writes a name in messages as Python does.
func quoted(s string) string { return String(s).Repr() }

func itoa(n int) string { return strconv.Itoa(n) }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return itoa(n) + " " + noun + "s"
}
