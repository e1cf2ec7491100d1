package yamldoc

import "strings"

// maxKey is the length in bytes up to which the library accepts any key.
const maxKey = 1000

// key reads a key with its colon.
func (r *fast) key() (key string, style Style, ok bool) {
	end := r.keyEnd()
	if end < 0 || end-r.position > maxKey {
		return "", Plain, false
	}
	switch r.text[r.position] {
	case '"', '\'':
		key, style, ok = r.quoted()
		ok = ok && r.position == end
	default:
		key = r.text[r.position:end]
		ok = key != "<<" && key[len(key)-1] != ' '
	}
	r.position = end + 1
	return key, style, ok
}

// atKey reports whether a key begins here.
func (r *fast) atKey() bool { return r.keyEnd() >= 0 }

// keyEnd returns the offset of the colon after the key that begins here, -1 if none does.
func (r *fast) keyEnd() int {
	first := r.text[r.position]
	if first == '"' || first == '\'' {
		return r.quotedKeyEnd()
	}
	if !canStartPlain(r.text, r.position) {
		return -1
	}
	for i := r.position; i < len(r.text); i++ {
		switch r.text[i] {
		case ':':
			if isGap(r.text, i+1) {
				return i
			}
		case '#':
			if r.text[i-1] == ' ' {
				return -1
			}
		case '\n', '\t':
			return -1
		}
	}
	return -1
}

// quotedKeyEnd finds the colon after a quoted text.
func (r *fast) quotedKeyEnd() int {
	start := r.position
	_, _, ok := r.quoted()
	end := r.position
	r.position = start
	if ok && end < len(r.text) && r.text[end] == ':' && isGap(r.text, end+1) {
		return end
	}
	return -1
}

// canStartPlain reports whether a plain scalar may begin at an offset.
func canStartPlain(text string, offset int) bool {
	switch text[offset] {
	case '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '\t', '\n':
		return false
	case '-':
		return !isGap(text, offset+1) && text[offset+1] != '\t'
	default:
		return true
	}
}

// scalar parses the value that begins here, whose parent is in a column, and moves to the next content.
func (r *fast) scalar(column int) (*Node, bool) {
	n := r.newNode(Scalar, r.position)
	switch r.text[r.position] {
	case '|':
		return n, r.literal(n, column)
	case '{', '[':
		return n, r.emptyFlow(n) && r.endScalar(n, column)
	case '"', '\'':
		value, style, ok := r.quoted()
		n.Value, n.Style = value, style
		return n, ok && r.endScalar(n, column)
	default:
		value, ok := r.plain()
		n.Value = value
		return n, ok && r.endScalar(n, column)
	}
}

// endScalar ends the line of a value. It rejects a text that continues on the next line.
func (r *fast) endScalar(n *Node, column int) bool {
	comment, ok := r.restOfLine()
	n.setLineComment(comment)
	return ok && (r.isEnd || r.indent <= column)
}

// emptyFlow reads {} or [].
func (r *fast) emptyFlow(n *Node) bool {
	switch {
	case strings.HasPrefix(r.text[r.position:], "{}"):
		n.Kind = Mapping
	case strings.HasPrefix(r.text[r.position:], "[]"):
		n.Kind = Sequence
	default:
		return false
	}
	r.position += 2
	return true
}

// plain reads a plain scalar up to the end of the line or a comment.
func (r *fast) plain() (string, bool) {
	if !canStartPlain(r.text, r.position) {
		return "", false
	}
	start, end := r.position, r.position // end is after the last character that is not a space
	for i := start; i < len(r.text); i++ {
		switch r.text[i] {
		case '\n':
			r.position = end
			return r.text[start:end], true
		case ' ':
			continue
		case '\t':
			return "", false
		case '#':
			if r.text[i-1] == ' ' {
				r.position = i
				return r.text[start:end], true
			}
		case ':':
			if isGap(r.text, i+1) {
				return "", false
			}
		}
		end = i + 1
	}
	r.position = end
	return r.text[start:end], true
}

// quoted reads a text in quotes on one line.
func (r *fast) quoted() (value string, style Style, ok bool) {
	if r.text[r.position] == '\'' {
		value, ok = r.singleQuoted()
		return value, SingleQuoted, ok
	}
	value, ok = r.doubleQuoted()
	return value, DoubleQuoted, ok
}

func (r *fast) singleQuoted() (string, bool) {
	start := r.position + 1
	isDoubled := false
	for i := start; i < len(r.text); i++ {
		switch r.text[i] {
		case '\n', '\t':
			return "", false
		case '\'':
			if i+1 < len(r.text) && r.text[i+1] == '\'' {
				isDoubled = true
				i++
				continue
			}
			r.position = i + 1
			if isDoubled {
				return strings.ReplaceAll(r.text[start:i], "''", "'"), true
			}
			return r.text[start:i], true
		}
	}
	return "", false
}

func (r *fast) doubleQuoted() (string, bool) {
	start := r.position + 1
	hasEscapes := false
	for i := start; i < len(r.text); i++ {
		switch r.text[i] {
		case '\n', '\t':
			return "", false
		case '\\':
			hasEscapes = true
			i++
		case '"':
			r.position = i + 1
			if hasEscapes {
				return unescape(r.text[start:i])
			}
			return r.text[start:i], true
		}
	}
	return "", false
}

// unescape resolves the common escapes; ok is false for others.
func unescape(text string) (value string, ok bool) {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '"', '\\', '/':
			b.WriteByte(text[i])
		default:
			return "", false
		}
	}
	return b.String(), true
}
