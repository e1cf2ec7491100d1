package diagnostic

// Group is a finding that a project has in several places.
type Group struct {
	Diagnostic // the first one

	More  int // the number of further ones with the same code, severity and message
	Files int // the number of files that have any of them
}

// fewRepeated is the number of equal findings up to which each of them is shown: their positions help more than a number.
const fewRepeated = 3

// GroupRepeated returns sorted findings for people to read: findings with the same code, severity and message are one group if
// there are many of them.
func GroupRepeated(list []Diagnostic) []Group {
	type kind struct {
		code     Code
		severity Severity
		message  string
	}
	kindOf := func(d Diagnostic) kind { return kind{d.Code, d.Severity, d.Message} }
	counts := make(map[kind]int, len(list))
	for _, d := range list {
		counts[kindOf(d)]++
	}
	groups := make([]Group, 0, len(counts))
	first := make(map[kind]int, len(counts)) // position in groups
	last := map[kind]string{}                // the last file
	for _, d := range list {
		k := kindOf(d)
		at, isRepeated := first[k]
		if !isRepeated || counts[k] <= fewRepeated {
			first[k] = len(groups)
			groups = append(groups, Group{Diagnostic: d, Files: 1})
		} else {
			groups[at].More++
			if last[k] != d.File {
				groups[at].Files++
			}
		}
		last[k] = d.File
	}
	return groups
}
