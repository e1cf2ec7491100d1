package yamldoc

// block reads the mapping or the sequence that begins here.
func (r *fast) block(depth int) (*Node, bool) {
	if depth >= maxDepth {
		return nil, false
	}
	if r.atDash() {
		return r.sequence(r.indent, depth)
	}
	return r.mapping(r.indent, depth)
}

// atDash reports whether an item of a sequence begins here.
func (r *fast) atDash() bool {
	return r.text[r.position] == '-' && isGap(r.text, r.position+1)
}

// isGap reports whether a space or a line end is at an offset.
func isGap(text string, offset int) bool {
	return offset == len(text) || text[offset] == ' ' || text[offset] == '\n'
}

// mapping reads the entries that begin in a column, counted from 0.
func (r *fast) mapping(column, depth int) (*Node, bool) {
	n := r.newNode(Mapping, r.position)
	list := entries{mapping: n, document: r.document}
	for {
		entry, ok := r.entry(column, depth)
		if !ok || !list.add(entry) {
			return nil, false
		}
		if r.isEnd || r.indent < column {
			return n, true
		}
		if r.indent > column || r.atDash() {
			return nil, false
		}
	}
}

// entry reads a key and its value.
func (r *fast) entry(column, depth int) (*Node, bool) {
	head := r.takeHead()
	line, start := r.line, r.columnOf(r.position)
	key, style, ok := r.key()
	if !ok {
		return nil, false
	}
	n, ok := r.valueOfKey(column, depth)
	if !ok {
		return nil, false
	}
	n.Key, n.KeyStyle, n.KeyLine, n.KeyColumn = key, style, line, start
	n.addHead(head)
	return n, true
}

// sequence reads the items whose dashes are in a column, counted from 0.
func (r *fast) sequence(column, depth int) (*Node, bool) {
	n := r.newNode(Sequence, r.position)
	for {
		head := r.takeHead()
		r.position++ // the dash
		item, ok := r.valueOfItem(column, depth)
		if !ok {
			return nil, false
		}
		item.addHead(head)
		n.Append(item)
		if r.isEnd || r.indent < column {
			return n, true
		}
		if r.indent > column {
			return nil, false
		}
		if !r.atDash() {
			return n, true // the mapping at the same indentation continues
		}
	}
}

func (r *fast) takeHead() []string {
	head := r.comments
	r.comments = nil
	return head
}

func (n *Node) addHead(lines []string) {
	if len(lines) == 0 {
		return
	}
	if n.Comment == nil {
		n.Comment = &Comment{}
	}
	n.Comment.Head = append(lines, n.Comment.Head...)
}

// valueOfKey parses the value after the colon of a key in a column.
func (r *fast) valueOfKey(column, depth int) (*Node, bool) {
	null := r.position
	if !r.skipSpaces() {
		return r.scalar(column)
	}
	n := r.newNode(Scalar, null)
	comment, ok := r.restOfLine()
	if !ok {
		return nil, false
	}
	if !r.isEnd && (r.indent > column || r.indent == column && r.atDash()) {
		if n, ok = r.block(depth + 1); !ok {
			return nil, false
		}
	}
	n.setLineComment(comment)
	return n, true
}

// valueOfItem parses the value after the dash of an item in a column.
func (r *fast) valueOfItem(column, depth int) (*Node, bool) {
	null := r.position
	if !r.skipSpaces() {
		if r.atDash() || r.atKey() {
			r.indent = r.position - r.lineStart
			return r.block(depth + 1)
		}
		return r.scalar(column)
	}
	n := r.newNode(Scalar, null)
	comment, ok := r.restOfLine()
	if !ok {
		return nil, false
	}
	if r.isEnd || r.indent <= column {
		n.setLineComment(comment)
		return n, true
	}
	if n, ok = r.block(depth + 1); !ok {
		return nil, false
	}
	if comment != "" {
		n.addHead([]string{comment}) // the first entry is on the line of the dash
	}
	return n, true
}

func (n *Node) setLineComment(comment string) {
	if comment == "" {
		return
	}
	if n.Comment == nil {
		n.Comment = &Comment{}
	}
	n.Comment.Line = comment
}

// skipSpaces moves to the next character of the line and reports whether only a comment or nothing follows.
func (r *fast) skipSpaces() bool {
	for r.position < len(r.text) && r.text[r.position] == ' ' {
		r.position++
	}
	return r.position == len(r.text) || r.text[r.position] == '\n' || r.text[r.position] == '#'
}

// restOfLine ends a line that may have a comment, and moves to the next content.
func (r *fast) restOfLine() (comment string, ok bool) {
	before := r.position
	if !r.skipSpaces() {
		return "", false
	}
	if r.position < len(r.text) && r.text[r.position] == '#' {
		if before == r.position && r.text[before-1] != ' ' {
			return "", false
		}
		comment = r.takeComment()
	} else {
		r.endLine(r.position)
	}
	return comment, r.nextContent()
}
