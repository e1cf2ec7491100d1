package sqltext

// ReadQuery reads the structure of one query. A closing semicolon is allowed. The error is a *ReadError. An unknown
// part in parentheses is not an error but is marked as opaque.
//
// Text from FROM to the end, as in the join condition of a node, is a query without a select list.
func ReadQuery(text string) (*Query, error) { return readQuery(newReader(text, &Reader{})) }

func readQuery(r *reader, err *ReadError) (*Query, error) {
	if err != nil {
		return nil, err
	}
	found := r.query()
	for r.skipOp(';') {
	}
	if r.err == nil && !r.atEnd() {
		r.unexpected("the end of the query")
	}
	if r.err != nil {
		return nil, r.err
	}
	return found, nil
}

// beginsQuery reports whether a query begins with the lexeme of the given index. Parentheses may be around its first
// part: ((SELECT 1) UNION (SELECT 2)) is a query, ((SELECT 1) + 2) is not.
func (r *reader) beginsQuery(index int) bool {
	inner := index
	for inner < len(r.lexemes)-1 && inner-index < deepestNest && r.lexemes[inner].op == '(' {
		inner++
	}
	if !r.beginsBareQuery(inner) {
		return false
	}
	for ; index < inner; index++ {
		switch after := r.lexemes[r.lexemes[index].match+1]; after.word {
		case kwUnion, kwIntersect, kwExcept, kwMinus, kwOrder, kwLimit, kwOffset, kwFetch:
		default:
			if after.op != ')' && after.op != endOfText {
				return false
			}
		}
	}
	return true
}

// beginsBareQuery reports whether the lexeme begins a query itself.
func (r *reader) beginsBareQuery(index int) bool {
	l := r.lexemes[min(index, len(r.lexemes)-1)]
	next := r.lexemes[min(index+1, len(r.lexemes)-1)]
	switch l.word {
	case kwSelect:
		return next.op != '.' && next.op != ')' && next.op != ','
	case kwFrom, kwWith:
		return next.isName() || next.op == '(' || next.kind == String
	case kwValues, kwTable:
		return next.op == '(' && l.word == kwValues || next.isName()
	default:
		return false
	}
}

// nestedQuery reads a query in parentheses, which are next. A query that the reader does not understand is opaque, and
// reading continues after it.
func (r *reader) nestedQuery() *Query {
	open, end := r.pos, r.match()
	cases, brackets, bound := r.cases, r.brackets, r.bound
	r.cases, r.brackets = 0, 0
	r.advance(1)
	found := r.query()
	if r.err == nil && r.pos != end {
		r.unexpected("the end of the query")
	}
	if r.err != nil {
		found = &Query{Opaque: r.err.Message}
		r.err = nil
	}
	r.cases, r.brackets, r.bound = cases, brackets, bound
	r.pos = end + 1
	found.Range = Range{int(r.lexemes[open].start), int(r.lexemes[end].end)}
	return found
}

func (r *reader) query() *Query {
	first := r.pos
	found := &Query{}
	defer r.leave()
	if !r.enter() {
		return found
	}
	if r.skipWord(kwWith) {
		found.Recursive = r.skipWord(kwRecursive)
		found.CTEs = r.ctes()
	}
	found.Branches = append(found.Branches, r.branch())
	for r.err == nil {
		operator, byName, ok := r.setOperator()
		if !ok {
			break
		}
		next := r.branch()
		next.Operator, next.ByName = operator, byName
		found.Branches = append(found.Branches, next)
	}
	r.tail(found)
	found.Range = r.rangeFrom(first)
	return found
}

// ctes reads the common table expressions after WITH.
func (r *reader) ctes() []CTE {
	var found []CTE
	for r.err == nil {
		found = append(found, r.cte())
		if r.cur().word == kwSearch || r.cur().word == kwCycle {
			for !r.atEnd() && !r.beginsBareQuery(r.pos) {
				r.skipOne()
			}
		}
		if !r.skipOp(',') || r.beginsBareQuery(r.pos) {
			break
		}
	}
	return found
}

// cte reads name (columns) AS (query).
func (r *reader) cte() CTE {
	first := r.pos
	if !r.cur().isName() {
		r.unexpected("the name of a common table expression")
		return CTE{}
	}
	found := CTE{Name: r.identifier()}
	if r.cur().op == '(' {
		found.Columns = r.names()
	}
	if r.skipWord(kwUsing) {
		r.advance(1)
		r.skipOne() // USING KEY (a)
	}
	if !r.skipWord(kwAs) {
		r.unexpected("AS")
		return found
	}
	r.skipWord(kwNot)
	r.skipWord(kwMaterialized)
	if r.cur().op != '(' {
		r.unexpected("a query in parentheses")
		return found
	}
	found.Query = r.nestedQuery()
	found.Range = r.rangeFrom(first)
	return found
}

// branch reads one part of a set operation.
func (r *reader) branch() Branch {
	switch l := r.cur(); {
	case l.op == '(':
		return Branch{Query: r.nestedQuery()}
	case l.word == kwSelect || l.word == kwFrom:
		return Branch{Select: r.selectClauses()}
	case l.word == kwValues:
		return Branch{Select: r.values()}
	case l.word == kwTable && r.peek(1).isName():
		return Branch{Select: r.tableQuery()}
	default:
		r.unexpected("SELECT")
		return Branch{}
	}
}

// tableQuery reads TABLE t, which selects all rows and columns.
func (r *reader) tableQuery() *Select {
	first := r.pos
	r.advance(1)
	found := &Select{FromFirst: true, From: []Relation{r.relation()}}
	found.Range = r.rangeFrom(first)
	return found
}

// values reads VALUES (1, 'a'), (2, 'b') and VALUES 1, 2. The first row determines the items.
func (r *reader) values() *Select {
	first := r.pos
	r.advance(1)
	found := &Select{IsValues: true}
	for r.err == nil {
		row := r.row()
		if found.Items == nil {
			found.Items = row
		}
		if !r.skipOp(',') {
			break
		}
	}
	found.Range = r.rangeFrom(first)
	return found
}

// row reads expressions between parentheses, or one expression without parentheses.
func (r *reader) row() []Item {
	if r.cur().op != '(' {
		one := r.condition()
		return []Item{{Expr: one, Range: one.Range}}
	}
	end := r.match()
	r.advance(1)
	var found []Item
	for r.pos < end && r.err == nil {
		item := Item{Expr: r.expression()}
		item.Range = item.Expr.Range
		found = append(found, item)
		if r.pos != end && !r.skipOp(',') {
			r.unexpected("a comma")
		}
	}
	r.pos = r.behind(end)
	return found
}
