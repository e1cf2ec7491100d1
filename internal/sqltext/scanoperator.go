package sqltext

// operatorLength returns the length of the operator at the beginning of the text: the longest of a fixed list, so that
// white space between two operators never matters. A byte that begins no operator of the list is an operator itself.
func operatorLength(text string) int {
	if len(text) < 2 || !isOperatorPart(text[1]) {
		return 1
	}
	for length := min(4, len(text)); length > 1; length-- {
		if isLongOperator(text[:length]) && !beginsComment(text[length-1:]) {
			return length
		}
	}
	return 1
}

// isOperatorPart reports whether a longer operator can contain the byte.
func isOperatorPart(c byte) bool {
	switch c {
	case ':', '=', '>', '<', '|', '&', '*', '/', '-', '#', '@', '?', '~', '^':
		return true
	default:
		return false
	}
}

// beginsComment reports whether the last byte of an operator and the text after it begin a comment.
func beginsComment(text string) bool {
	return len(text) > 1 && (text[:2] == "--" || text[:2] == "/*")
}

func isLongOperator(text string) bool {
	switch text {
	case "::", ":=", "=>", "->", "<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "&&", "**", "//",
		"->>", "#>", "#>>", "#-", "@>", "<@", "@@", "@?", "?|", "?&", "^@", "|/", "||/",
		"~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "<=>", "<->", "<#>":
		return true
	}
	return false
}

// mayAnnotate reports whether @name can be an annotation after the previous token. It cannot be one after an operator,
// where @ is an operator too, nor where Snowflake expects a stage.
func (s *Scanner) mayAnnotate() bool {
	text := s.before.in(s.text)
	switch s.before.Kind {
	case Operator:
		return text == "," || text == ")" || text == "]" || text == "}" || text == "*" || text == ";"
	case Word:
		return !takesStage(keywordOf(text))
	default:
		return true
	}
}
