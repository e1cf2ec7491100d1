package ddl

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// reader goes through the tokens of a statement, without white space and comments.
type reader struct {
	text   string
	tokens []sqltext.Token
	at     int // the current token
}

// newReader reads a whole statement.
func newReader(statement string) *reader { return newLimitedReader(statement, len(statement)) }

// maxHead is how many tokens a statement has up to the end of a name with a database and a schema, and one word more.
const maxHead = 24

// newHeadReader reads the beginning of a statement only, because a plan may contain ten thousand long statements.
func newHeadReader(statement string) *reader { return newLimitedReader(statement, maxHead) }

func newLimitedReader(statement string, limit int) *reader {
	r := &reader{text: statement}
	scanner := sqltext.NewScanner(statement)
	for len(r.tokens) < limit {
		token, ok := scanner.Next()
		if !ok {
			break
		}
		if token.Kind != sqltext.Space && token.Kind != sqltext.LineComment && token.Kind != sqltext.BlockComment {
			r.tokens = append(r.tokens, token)
		}
	}
	return r
}

// take moves past the current token if it is the word, and reports whether it was.
func (r *reader) take(word string) bool {
	if r.word() != word {
		return false
	}
	r.at++
	return true
}

// takeAll moves past each of the words that follows, in this order. Every word is optional.
func (r *reader) takeAll(words ...string) {
	for _, word := range words {
		r.take(word)
	}
}

// skipAny moves past the current tokens as long as they are among the words.
func (r *reader) skipAny(words ...string) {
	for slices.Contains(words, r.word()) {
		r.at++
	}
}

// word returns the current token in upper case. It is empty at the end and for a quoted name, which is never a keyword.
func (r *reader) word() string { return r.wordAt(r.at) }

func (r *reader) wordAt(i int) string {
	if i >= len(r.tokens) || r.tokens[i].Kind != sqltext.Word && r.tokens[i].Kind != sqltext.Operator {
		return ""
	}
	return strings.ToUpper(r.textAt(i))
}

// hasWord reports whether the statement contains an unquoted word.
func (r *reader) hasWord(word string) bool {
	for i := range r.tokens {
		if r.tokens[i].Kind == sqltext.Word && r.wordAt(i) == word {
			return true
		}
	}
	return false
}

func (r *reader) isName() bool {
	return r.tokens[r.at].Kind == sqltext.Word || r.tokens[r.at].Kind == sqltext.QuotedIdentifier
}

// readName reads names with dots between them and returns them as they are written.
func (r *reader) readName() string {
	start := r.at
	for r.at < len(r.tokens) && r.isName() {
		r.at++
		if r.word() != "." {
			break
		}
		r.at++
	}
	return r.between(start, r.at)
}

// storedName returns the current name as the catalog of PostgreSQL stores it: in lower case unless it is quoted.
func (r *reader) storedName() string {
	if r.tokens[r.at].Kind == sqltext.Word {
		return strings.ToLower(r.textAt(r.at))
	}
	return Unquote(r.textAt(r.at))
}

// partEnd returns the position of the comma or parenthesis that ends the current part of a list.
func (r *reader) partEnd() int {
	depth := 0
	for i := r.at; i < len(r.tokens); i++ {
		switch r.wordAt(i) {
		case "(", "[":
			depth++
		case ",":
			if depth == 0 {
				return i
			}
		case ")", "]":
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(r.tokens)
}

func (r *reader) textAt(i int) string { return r.tokens[i].Of(r.text) }

// between returns the text from one token up to another.
func (r *reader) between(from, to int) string {
	if from >= to {
		return ""
	}
	return r.text[r.tokens[from].Start:r.tokens[to-1].End]
}

// Unquote returns a name without its quotes.
func Unquote(name string) string {
	if len(name) < 2 || name[0] != '"' && name[0] != '`' {
		return name
	}
	quote := name[:1]
	return strings.ReplaceAll(name[1:len(name)-1], quote+quote, quote)
}
