package selector

// TreeTerm is a term without its position in the text.
type TreeTerm struct {
	Key   string
	Value string
}

// TreeUnit is a unit without its position in the text.
type TreeUnit struct {
	Upstream, Downstream bool
	Any                  [][]TreeTerm
}

// Tree returns the parsed tree without positions, so that two texts of one selector compare equal.
func Tree(s Selector) [][]TreeUnit {
	var all [][]TreeUnit
	for _, units := range s.any {
		var row []TreeUnit
		for _, u := range units {
			row = append(row, TreeUnit{u.upstream, u.downstream, treeTerms(u.any)})
		}
		all = append(all, row)
	}
	return all
}

func treeTerms(alternatives []conjunction) [][]TreeTerm {
	var all [][]TreeTerm
	for _, terms := range alternatives {
		var row []TreeTerm
		for _, t := range terms {
			row = append(row, TreeTerm{t.key.String(), string(t.value)})
		}
		all = append(all, row)
	}
	return all
}
