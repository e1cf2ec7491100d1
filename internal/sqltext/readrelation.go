package sqltext

// relation reads one entry of FROM with its alias.
func (r *reader) relation() Relation {
	defer r.leave()
	if !r.enter() {
		return Relation{}
	}
	first := r.pos
	lateral := r.cur().word == kwLateral
	if lateral || r.cur().word == kwOnly {
		r.advance(1)
	}
	found := r.source()
	found.Lateral = lateral
	found.Range = r.rangeFrom(first)
	for r.err == nil && (r.relationSuffix(&found) || r.relationAlias(&found)) {
		found.Range = r.rangeFrom(first)
	}
	return found
}

// source reads a relation without its alias.
func (r *reader) source() Relation {
	switch l := r.cur(); {
	case l.op == '(':
		return r.relationInParentheses()
	case l.word == kwValues && r.peek(1).op == '(':
		first := r.pos
		rows := &Query{Branches: []Branch{{Select: r.values()}}}
		rows.Range = r.rangeFrom(first)
		return Relation{Kind: QueryRelation, Query: rows}
	case l.word == kwTable && r.peek(1).op == '(':
		return r.tableFunction()
	case l.word == kwRows && r.peek(1).word == kwFrom && r.peek(2).op == '(':
		r.advance(2)
		r.skipOne()
		return Relation{Opaque: "several functions side by side"}
	case l.kind == String:
		r.advance(1)
		return Relation{Opaque: "a file is read"}
	case l.op == '@':
		return r.stage()
	case l.isName() && !isReserved(l.word):
		return r.namedRelation()
	default:
		r.unexpected("a table")
		return Relation{}
	}
}

// relationInParentheses reads a query or a join. A relation that the reader does not understand is opaque, and reading
// continues after it.
func (r *reader) relationInParentheses() Relation {
	if r.beginsQuery(r.pos + 1) {
		return Relation{Kind: QueryRelation, Query: r.nestedQuery()}
	}
	end := r.match()
	r.advance(1)
	found := Relation{Kind: JoinRelation, Relations: r.from()}
	if r.err == nil && r.pos != end {
		r.unexpected("the end of the join")
	}
	if r.err != nil {
		found = Relation{Opaque: r.err.Message}
		r.err = nil
	}
	r.pos = end + 1
	return found
}

// tableFunction reads TABLE(f(x)).
func (r *reader) tableFunction() Relation {
	r.advance(1)
	end := r.behind(r.match())
	r.advance(1)
	if !r.cur().isName() {
		r.pos = end
		return Relation{Opaque: "TABLE(…) of something else than a function"}
	}
	found := r.namedRelation()
	if r.err == nil {
		r.pos = end
	}
	return found
}

// namedRelation reads a table by its name or by a ref, or a function.
func (r *reader) namedRelation() Relation {
	first := r.lexemes[r.pos]
	name := r.path()
	if r.cur().op == '(' {
		found := Relation{Kind: FunctionRelation, Name: name}
		start := r.pos
		r.arguments(&found.Arguments, first.word, name[len(name)-1].Text)
		found.Arguments.Range = r.rangeFrom(start)
		found.Arguments.Text = found.Arguments.Range.Of(r.text)
		return found
	}
	if len(name) == 1 && first.kind == JinjaExpression && name[0].Text == r.textOf(first) {
		return r.jinjaRelation(first)
	}
	return Relation{Kind: TableRelation, Name: name}
}

// jinjaRelation reads a table that Jinja names: by ref, or by an expression that must be rendered.
func (r *reader) jinjaRelation(l lexeme) Relation {
	var found [1]Ref
	refs := appendRefs(found[:0], r.text, l.rangeOf())
	if len(refs) == 0 {
		return Relation{Opaque: "Jinja produces the relation"}
	}
	ref := refs[0]
	return Relation{Kind: TableRelation, Ref: &ref}
}

// stage skips a stage of Snowflake: @db.schema.stage/path/file.csv.
func (r *reader) stage() Relation {
	r.advance(1)
	for !r.atEnd() && r.cur().start == r.peekBack().end && r.cur().op != ',' && r.cur().op != ')' && r.cur().op != ';' {
		r.skipOne()
	}
	if r.cur().op == '(' {
		r.skipOne()
	}
	return Relation{Opaque: "a stage is read"}
}

// relationAlias reads AS alias (columns).
func (r *reader) relationAlias(found *Relation) bool {
	if found.Alias.Text != "" {
		return false
	}
	l, next := r.cur(), r.peek(1)
	switch {
	case l.word == kwAs && next.isName():
		r.advance(1)
	case l.word == kwAs && next.op == '(':
		r.advance(1)
		found.ColumnAliases = r.names()
		return true
	case !l.isName() || mayEndRelation(l.word, next):
		return false
	}
	found.Alias = r.identifier()
	if found.Ref != nil {
		found.Ref.Alias = found.Alias
	}
	if r.cur().op == '(' {
		found.ColumnAliases = r.names()
	}
	return true
}
