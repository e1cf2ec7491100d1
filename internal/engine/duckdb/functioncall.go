package duckdb

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mayCall reports whether a statement may call a function, whose name is in lower case: the name, with or without quotes, is
// followed by a parenthesis. A name in a text or a comment is no call, and neither is that of a table in front of its columns.
// It reports true for a text that DuckDB could divide into tokens in another way.
func mayCall(statement, function string) bool {
	return mayCallMatching(statement, func(name string) bool { return name == function })
}

// mayCallAny reports the same for all functions whose names have a prefix.
func mayCallAny(statement, prefix string) bool {
	return mayCallMatching(statement, func(name string) bool { return strings.HasPrefix(name, prefix) })
}

func mayCallMatching(statement string, matches func(name string) bool) bool {
	l := callLexer{text: statement}
	var window [4]callToken // the last tokens, the newest at the end
	isTarget := false       // the name that is being read is that of a table or view
	for {
		token, ok := l.next()
		switch {
		case l.isAmbiguous:
			return true
		case !ok:
			return false
		case token.text == "(" && window[3].isName && matches(window[3].text) && !isTarget:
			return true
		}
		if isTarget = isTarget && continuesName(window[3], token); !isTarget {
			isTarget = beginsTarget(window, token)
		}
		copy(window[:], window[1:])
		window[3] = token
	}
}

// callToken is a word, a quoted name or a mark. Texts and comments are no tokens.
type callToken struct {
	text     string // in lower case, without quotes
	isName   bool
	isQuoted bool
}

// continuesName reports whether a token continues a qualified name.
func continuesName(before, token callToken) bool {
	return token.text == "." && !token.isName || before.text == "." && !before.isName && token.isName
}

// beginsTarget reports whether a token begins the name of a table that is created or filled: after INTO, and after CREATE TABLE
// or CREATE VIEW with the words that may stand between.
func beginsTarget(before [4]callToken, token callToken) bool {
	if !token.isName {
		return false
	}
	last := before[3]
	if last.isName && last.isQuoted {
		return false
	}
	switch last.text {
	case "into":
		return true
	case "table", "view":
		return isCreateWord(before[2])
	case "exists":
		return before[2].text == "not" && before[1].text == "if" && (before[0].text == "table" || before[0].text == "view")
	default:
		return false
	}
}

// isCreateWord reports whether TABLE or VIEW after the word is a part of CREATE.
func isCreateWord(t callToken) bool {
	switch t.text {
	case "create", "replace", "temp", "temporary":
		return t.isName && !t.isQuoted
	default:
		return false
	}
}

// callLexer divides a statement into tokens by the rules that all of DuckDB's parsers share.
type callLexer struct {
	text        string
	at          int
	isAmbiguous bool
}

// next returns the next token; false at the end.
func (l *callLexer) next() (callToken, bool) {
	for l.at < len(l.text) && !l.isAmbiguous {
		rest := l.text[l.at:]
		letter, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.HasPrefix(rest, "--"):
			l.skipTo(strings.IndexAny(rest, "\r\n"), 0)
		case strings.HasPrefix(rest, "/*"):
			l.blockComment(rest)
		case letter == '\'':
			l.quoted(rest, '\'')
		case letter == '"':
			name := l.quoted(rest, '"')
			return callToken{text: strings.ToLower(name), isName: true, isQuoted: true}, true
		case letter == '$':
			l.dollar(rest)
		case isNameStart(letter):
			return l.word(rest), true
		case isBlank(letter):
			l.at += size
		default:
			l.at += size
			return callToken{text: rest[:size]}, true
		}
	}
	return callToken{}, false
}

// skipTo moves behind something that begins at the current position, and ends at an offset with a mark of that length. A
// negative offset means that it ends with the text.
func (l *callLexer) skipTo(end, length int) {
	if end < 0 {
		l.at = len(l.text)
		return
	}
	l.at += end + length
}

// blockComment skips a comment. Not every parser lets comments contain others.
func (l *callLexer) blockComment(rest string) {
	end := strings.Index(rest[2:], "*/")
	// The asterisk of the end belongs to the search: /*/ begins a comment where comments nest.
	if end < 0 || strings.Contains(rest[2:2+end+1], "/*") {
		l.isAmbiguous = true
		return
	}
	l.skipTo(end, len("/*")+len("*/"))
}

// quoted skips a text or name in quotes and returns its content. A text that a letter precedes may have escapes, and so may the
// texts on the lines after it that DuckDB joins to it: then a backslash anywhere makes the statement ambiguous.
func (l *callLexer) quoted(rest string, quote byte) string {
	for i := 1; i < len(rest); i++ {
		if rest[i] != quote {
			continue
		}
		if i+1 < len(rest) && rest[i+1] == quote {
			i++
			continue
		}
		l.isAmbiguous = l.hasPrefix() && strings.Contains(l.text, `\`)
		l.at += i + 1
		return strings.ReplaceAll(rest[1:i], string([]byte{quote, quote}), string(quote))
	}
	l.isAmbiguous = true
	return ""
}

// hasPrefix reports whether a letter or & touches the quote, as in E'\n' and U&"\0041".
func (l *callLexer) hasPrefix() bool {
	before, _ := utf8.DecodeLastRuneInString(l.text[:l.at])
	return l.at > 0 && (before == '&' || isNameStart(before))
}

// dollar skips a text between dollar signs with a tag, or a single dollar sign. DuckDB takes even spaces beyond ASCII for a part
// of a tag, so that every letter beyond ASCII makes the statement ambiguous.
func (l *callLexer) dollar(rest string) {
	tag := 1
	for tag < len(rest) && (isNameStart(rune(rest[tag])) || tag > 1 && rest[tag] >= '0' && rest[tag] <= '9') {
		tag++
	}
	if l.isAmbiguous = !isASCII(rest[:min(tag+1, len(rest))]); l.isAmbiguous {
		return
	}
	if tag == len(rest) || rest[tag] != '$' {
		l.at++
		return
	}
	tag++
	end := strings.Index(rest[tag:], rest[:tag])
	if end < 0 {
		l.isAmbiguous = true
		return
	}
	l.skipTo(tag+end, tag)
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func (l *callLexer) word(rest string) callToken {
	end := strings.IndexFunc(rest, func(r rune) bool { return !isNameStart(r) && r != '$' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(rest)
	}
	l.at += end
	return callToken{text: strings.ToLower(rest[:end]), isName: true}
}

// isNameStart reports whether a name can begin with a letter. DuckDB takes every letter beyond ASCII for a part of a name, except
// spaces.
func isNameStart(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && !isBlank(r)
}

// isBlank accepts more characters as spaces than DuckDB does.
func isBlank(r rune) bool {
	return r <= ' ' || unicode.IsSpace(r) || unicode.In(r, unicode.Z, unicode.C)
}
