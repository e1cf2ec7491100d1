package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// GuardMerge returns a MERGE statement that fails if the guard does not hold. It is false for a statement that it does not
// understand: one whose source has no alias, or that also changes rows without a source, which the guard would not cover.
func (d *Dialect) GuardMerge(statement string, guard Guard) (guarded string, ok bool) {
	source, ok := mergeSource(statement)
	if !ok {
		return "", false
	}
	query := "SELECT * FROM " + source.relation //nolint:unqueryvet // the statement needs all columns of its source
	return statement[:source.start] + "(\n" + d.guarded(query, guard) + "\n) AS " + source.alias + statement[source.end:], true
}

// usingClause is the source of a MERGE statement, between USING and ON.
type usingClause struct {
	start, end      int
	relation, alias string
}

// mergeSource finds the source of a MERGE statement.
func mergeSource(statement string) (usingClause, bool) {
	var source usingClause
	var last, before sqltext.Token // the last two significant tokens
	depth, previous := 0, ""
	scanner := sqltext.NewScanner(statement)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		if token.Kind <= sqltext.BlockComment {
			continue
		}
		word := ""
		if token.Kind == sqltext.Operator || token.Kind == sqltext.Word && depth == 0 {
			word = strings.ToUpper(token.Of(statement))
		}
		isValid := true
		switch word {
		case "(":
			depth++
		case ")":
			depth--
		case "SOURCE":
			isValid = previous != "BY"
		case "USING":
			source.begin(statement, token)
		case "JOIN", ",":
			isValid = depth > 0 || source.start == 0 || source.end > 0 // the first ON would belong to the join
		case "ON":
			isValid = source.split(statement, before, last)
		}
		if !isValid {
			return usingClause{}, false
		}
		before, last, previous = last, token, word
	}
	return source, source.end > 0
}

// begin sets the start of the source, after the first USING and the space after it. There may be none before a parenthesis.
func (u *usingClause) begin(statement string, using sqltext.Token) {
	if u.start > 0 {
		return
	}
	u.start = using.End
	if u.start < len(statement) && strings.ContainsRune(" \t\r\n", rune(statement[u.start])) {
		u.start++
	}
}

// split divides the source into the relation and its alias, which is the last token before the first ON.
func (u *usingClause) split(statement string, before, alias sqltext.Token) bool {
	if u.start == 0 || u.end > 0 {
		return true
	}
	isName := alias.Kind == sqltext.Word || alias.Kind == sqltext.QuotedIdentifier
	relationEnd := before.End
	if strings.EqualFold(before.Of(statement), "AS") {
		relationEnd = before.Start
	}
	if !isName || before.Start < u.start || before.Of(statement) == "." {
		return false
	}
	u.end, u.alias = alias.End, alias.Of(statement)
	u.relation = strings.TrimSpace(statement[u.start:relationEnd])
	return u.relation != ""
}
