package sqltext

// relationSuffix reads the suffixes of a relation other than its alias: time travel, samples, pivots.
func (r *reader) relationSuffix(found *Relation) bool {
	l, next := r.cur(), r.peek(1)
	switch l.word {
	case kwPivot, kwUnpivot, kwMatchRecognize:
		return r.pivot(found)
	case kwTablesample:
		r.advance(1)
		r.sample()
	case kwSample:
		if !mayEndRelation(l.word, next) {
			return false
		}
		r.advance(1)
		r.sample()
	case kwAt, kwBefore, kwChanges:
		if next.op != '(' {
			return false
		}
		r.advance(1)
		r.skipOne()
	case kwFor:
		return r.timeTravel()
	case kwWith:
		if next.word != kwOrdinality && next.word != kwOffset {
			return false
		}
		r.advance(2)
	default:
		return false
	}
	return true
}

// pivot reads PIVOT (…) and similar suffixes, after which the columns are unknown.
func (r *reader) pivot(found *Relation) bool {
	word := r.cur()
	r.advance(1)
	for r.cur().kind == Word && r.peek(1).kind == Word || r.cur().word == kwNulls {
		r.advance(1) // UNPIVOT INCLUDE NULLS
	}
	for r.cur().kind == Word && r.cur().op != '(' && r.peek(1).op == '(' {
		r.advance(1)
	}
	if r.cur().op != '(' {
		r.unexpected("a parenthesis")
		return false
	}
	r.skipOne()
	*found = Relation{Opaque: r.textOf(word) + " determines the columns", Relations: []Relation{*found}, Lateral: found.Lateral}
	return true
}

// timeTravel reads FOR TIMESTAMP AS OF x, FOR SYSTEM_TIME AS OF x, FOR VERSION AS OF x.
func (r *reader) timeTravel() bool {
	if r.peek(1).kind != Word || r.peek(2).word != kwAs || r.peek(3).word != kwOf {
		return false
	}
	r.advance(4)
	r.expression()
	return true
}
