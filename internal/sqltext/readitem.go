package sqltext

// item reads one entry of a select list.
func (r *reader) item() Item {
	first := r.pos
	var item Item
	var whole shape
	item.Expr, whole = r.shapedExpression()
	switch {
	case whole.star:
		star := item.Expr.Stars[len(item.Expr.Stars)-1]
		r.starModifiers(&star)
		star.Range = r.rangeFrom(first)
		item.Star = &star
		item.Expr.Stars = item.Expr.Stars[:len(item.Expr.Stars)-1]
	case item.Expr.Range.IsEmpty():
		item.Range = item.Expr.Range
		return item
	case whole.plain && len(item.Expr.Columns) > 0:
		item.Name = item.Expr.Columns[0].Name()
	case whole.plain:
		item.Name = Identifier{Text: item.Expr.Text, Dynamic: true}
	default:
		item.Star = patternStar(item.Expr)
	}
	if alias, ok := r.itemAlias(); ok {
		item.Name, item.NameGiven = alias, true
	}
	item.Range = r.rangeFrom(first)
	return item
}

// patternStar returns the COLUMNS(…) that makes an expression represent several columns, or nil.
func patternStar(e Expression) *Star {
	for i := range e.Stars {
		if e.Stars[i].Opaque != "" {
			star := e.Stars[i]
			return &star
		}
	}
	return nil
}

// itemAlias reads AS name, or a name alone.
func (r *reader) itemAlias() (Identifier, bool) {
	if r.cur().word == kwAs {
		if next := r.peek(1); !next.isName() && next.kind != String {
			return Identifier{}, false
		}
		r.advance(1)
		return r.identifier(), true
	}
	l := r.cur()
	switch {
	case !l.isName():
		return Identifier{}, false
	case l.kind == Word && (endsItem(l.word) || r.cases > 0 && l.word == kwEnd):
		return Identifier{}, false
	case mayEndRelation(l.word, r.peek(1)):
		return Identifier{}, false
	}
	return r.identifier(), true
}

// starModifiers reads the modifiers of a star: EXCLUDE (a), REPLACE (f(b) AS b), RENAME (c AS d), LIKE 'x%'.
func (r *reader) starModifiers(star *Star) {
	first := r.pos
	for r.err == nil {
		if !r.starModifier(star) && !r.starPattern(star) {
			break
		}
	}
	star.Modifiers = r.rangeFrom(first).Of(r.text)
}

func (r *reader) starModifier(star *Star) bool {
	l, next := r.cur(), r.peek(1)
	listed := next.op == '(' || next.isName() && !endsItem(next.word)
	switch {
	case l.word == kwExclude && listed, l.word == kwExcept && next.op == '(' && !r.beginsQuery(r.pos+2):
		r.advance(1)
		star.Exclude = append(star.Exclude, r.excluded()...)
	case l.word == kwReplace && listed:
		r.advance(1)
		r.inOptionalParentheses(func() { star.Replace = append(star.Replace, r.item()) })
	case l.word == kwRename && listed:
		r.advance(1)
		r.inOptionalParentheses(func() { star.Rename = append(star.Rename, r.rename()) })
	default:
		return false
	}
	return true
}

// starPattern reads NOT LIKE 'x%' and similar patterns.
func (r *reader) starPattern(star *Star) bool {
	switch r.cur().word {
	case kwLike, kwIlike, kwGlob, kwSimilar, kwNot:
		star.Opaque = "a pattern chooses the columns"
	default:
		return false
	}
	for r.cur().kind == Word {
		r.advance(1)
	}
	if r.cur().kind == String {
		r.advance(1)
	}
	return true
}

// excluded reads names with or without parentheses. It returns the last part of a qualified name.
func (r *reader) excluded() []Identifier {
	var found []Identifier
	r.inOptionalParentheses(func() {
		if r.cur().isName() {
			name := r.path()
			found = append(found, name[len(name)-1])
		}
	})
	return found
}

// rename reads a AS b.
func (r *reader) rename() Rename {
	var found Rename
	if r.cur().isName() {
		name := r.path()
		found.From = name[len(name)-1]
	}
	r.skipWord(kwAs)
	if r.cur().isName() {
		found.To = r.identifier()
	}
	return found
}

// inOptionalParentheses reads a list in parentheses, or one entry without parentheses.
func (r *reader) inOptionalParentheses(entry func()) {
	if r.cur().op != '(' {
		entry()
		return
	}
	end := r.match()
	r.advance(1)
	for r.pos < end && r.err == nil {
		before := r.pos
		entry()
		if !r.skipOp(',') && r.pos < end && r.pos == before {
			r.unexpected("a name")
		}
	}
	r.pos = r.behind(end)
}
