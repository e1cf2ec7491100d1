package sqltext

import "strings"

// from reads relations and the joins between them.
func (r *reader) from() []Relation {
	found := append(make([]Relation, 0, r.entries()), r.relation())
	for r.err == nil {
		join, ok := r.join()
		if !ok {
			break
		}
		next := r.relation()
		next.Join = join
		r.joinConditions(&next.Join)
		found = append(found, next)
	}
	return found
}

// join reads a comma or the words up to JOIN.
func (r *reader) join() (Join, bool) {
	if r.cur().op == ',' {
		r.advance(1)
		if r.cur().kind == Word && isReserved(r.cur().word) {
			return Join{}, false // a comma after the last relation
		}
		return Join{Kind: ","}, true
	}
	words := 0
	for isJoinWord(r.peek(words).word) {
		words++
	}
	if last := r.peek(words).word; last != kwJoin && (last != kwApply || words == 0) {
		return Join{}, false
	}
	natural := r.skipWord(kwNatural)
	first := r.pos
	for isJoinWord(r.cur().word) {
		r.advance(1)
	}
	join := Join{Kind: r.joinKind(first), Natural: natural}
	r.advance(1)
	return join, true
}

// joinKind returns the words since the given one in upper case; INNER if there are none.
func (r *reader) joinKind(first int) string {
	switch r.pos - first {
	case 0:
		return "INNER"
	case 1:
		return strings.ToUpper(r.textOf(r.lexemes[first]))
	}
	var words []string
	for _, l := range r.lexemes[first:r.pos] {
		words = append(words, strings.ToUpper(r.textOf(l)))
	}
	return strings.Join(words, " ")
}

func isJoinWord(k keyword) bool {
	switch k {
	case kwNatural, kwInner, kwLeft, kwRight, kwFull, kwOuter, kwCross, kwAsof, kwSemi, kwAnti, kwPositional, kwDirected:
		return true
	default:
		return false
	}
}

// joinConditions reads ON, USING and MATCH_CONDITION. Joins without parentheses may have several ON in a row. All of
// them are added to the last relation, which does not change the columns that they use.
func (r *reader) joinConditions(join *Join) {
	for r.err == nil {
		switch l := r.cur(); {
		case l.word == kwOn:
			r.advance(1)
			join.On = append(join.On, r.condition())
		case l.word == kwUsing && r.peek(1).op == '(':
			r.advance(1)
			join.Using = append(join.Using, r.names()...)
			if r.cur().word == kwAs && r.peek(1).isName() {
				r.advance(2) // a name for the joined columns
			}
		case l.word == kwMatchCondition && r.peek(1).op == '(':
			r.advance(1)
			join.On = append(join.On, r.condition())
		default:
			return
		}
	}
}
