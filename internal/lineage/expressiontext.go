package lineage

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// piece is a significant token with its nesting depth in parentheses.
type piece struct {
	sqltext.Token

	text  string
	depth int
}

// pieces returns the tokens of an expression without spaces and comments. A parenthesis has the depth of the text
// around it; CASE and END count like parentheses.
func pieces(text string) []piece {
	list := make([]piece, 0, len(text)/4+4)
	depth := 0
	scanner := sqltext.NewScanner(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment, sqltext.JinjaComment:
			continue
		default:
		}
		p := piece{Token: token, text: token.Of(text), depth: depth}
		switch {
		case p.opens():
			depth++
		case p.closes() && depth > 0:
			depth--
			p.depth = depth
		}
		list = append(list, p)
	}
	return list
}

func (p piece) opens() bool {
	return p.text == "(" || p.text == "[" || p.text == "{" || p.isWord("CASE")
}

func (p piece) closes() bool {
	return p.text == ")" || p.text == "]" || p.text == "}" || p.isWord("END")
}

func (p piece) isWord(word string) bool {
	return p.Kind == sqltext.Word && strings.EqualFold(p.text, word)
}

// isCondition reports whether an expression compares or combines conditions, so that it is true or false. Comparisons
// bind less tightly than operators that produce other values, so one outside all parentheses is enough.
func isCondition(text string) bool {
	list := unwrapped(pieces(text))
	if len(list) == 0 || list[0].isWord("SELECT") || list[0].isWord("WITH") || list[0].isWord("FROM") || list[0].isWord("VALUES") {
		return false
	}
	for _, p := range list {
		if p.depth == list[0].depth && p.compares() {
			return true
		}
	}
	return false
}

// unwrapped removes parentheses around the whole expression.
func unwrapped(list []piece) []piece {
	for len(list) >= 2 && list[0].text == "(" && closing(list) == len(list)-1 {
		list = list[1 : len(list)-1]
	}
	return list
}

// closing returns the position of the parenthesis that closes the first one, -1 if none does.
func closing(list []piece) int {
	if len(list) < 2 {
		return -1
	}
	for i, p := range list[1:] {
		if p.depth == list[0].depth && p.closes() {
			return i + 1
		}
	}
	return -1
}

func (p piece) compares() bool {
	switch p.Kind {
	case sqltext.Operator:
		return comparisons[p.text]
	case sqltext.Word:
		return comparisons[strings.ToUpper(p.text)]
	default:
		return false
	}
}

var comparisons = map[string]bool{
	"=": true, "==": true, "<>": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true,
	"AND": true, "OR": true, "NOT": true, "IS": true, "IN": true, "LIKE": true, "ILIKE": true, "BETWEEN": true, "EXISTS": true,
}

// callArguments returns the texts of the arguments of a call, nil if there is something in them that is no argument.
func callArguments(text string) []string {
	list := unwrapped(pieces(text))
	for len(list) > 0 && list[0].text != "(" {
		list = list[1:] // the name
	}
	end := closing(list)
	if end < 2 {
		return nil
	}
	var arguments []string
	start, depth := list[0].End, list[0].depth
	for _, p := range list[1 : end+1] {
		switch {
		case p.isWord("DISTINCT"), p.isWord("ORDER"), p.isWord("SELECT"):
			return nil
		case p.depth == depth, p.depth == depth+1 && p.text == ",":
			arguments = append(arguments, text[start:p.Start])
			start = p.End
		}
	}
	return arguments
}

// aggregates reports whether an expression contains a call of an aggregate function outside any OVER.
func aggregates(text string) bool {
	list := pieces(text)
	for i, p := range list {
		if p.Kind != sqltext.Word || !aggregateFunctions[strings.ToUpper(p.text)] || i+1 == len(list) || list[i+1].text != "(" {
			continue
		}
		end := i + 1 + closing(list[i+1:])
		if end > i && (end+1 == len(list) || !list[end+1].isWord("OVER")) {
			return true
		}
	}
	return false
}

// aggregateFunctions are the common aggregate functions of the engines.
var aggregateFunctions = map[string]bool{
	"COUNT": true, "SUM": true, "AVG": true, "MIN": true, "MAX": true, "MEDIAN": true, "MODE": true, "ANY_VALUE": true,
	"FIRST": true, "LAST": true, "ARBITRARY": true, "COUNT_IF": true, "COUNTIF": true, "APPROX_COUNT_DISTINCT": true,
	"ARRAY_AGG": true, "LIST": true, "STRING_AGG": true, "LISTAGG": true, "GROUP_CONCAT": true, "OBJECT_AGG": true,
	"JSON_AGG": true, "JSONB_AGG": true, "ARG_MIN": true, "ARG_MAX": true, "MIN_BY": true, "MAX_BY": true,
	"BOOL_AND": true, "BOOL_OR": true, "EVERY": true, "BOOLAND_AGG": true, "BOOLOR_AGG": true, "BIT_AND": true,
	"BIT_OR": true, "BIT_XOR": true, "STDDEV": true, "STDDEV_POP": true, "STDDEV_SAMP": true, "VARIANCE": true,
	"VAR_POP": true, "VAR_SAMP": true, "CORR": true, "COVAR_POP": true, "COVAR_SAMP": true, "PRODUCT": true,
	"QUANTILE": true, "QUANTILE_CONT": true, "QUANTILE_DISC": true, "PERCENTILE_CONT": true, "PERCENTILE_DISC": true,
	"HISTOGRAM": true, "ENTROPY": true, "KURTOSIS": true, "SKEWNESS": true, "GROUPING": true, "HASH_AGG": true,
}
