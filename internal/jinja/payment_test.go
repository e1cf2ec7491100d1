package jinja_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// Everything that a loop calls on a large value must use up the steps of the render within a few rounds. The tests
// count rounds, not time, so that a slow machine makes no difference.
const (
	longText     = 800_000
	longList     = 30_000
	loopSteps    = 40_000
	maxForTexts  = 4  // rounds that the steps allow at 64 bytes a step
	maxForOthers = 40 // rounds at about sixteen items a step, or at the length of their text
)

// errTooManyRounds ends a loop that exceeds its rounds.
var errTooManyRounds = errors.New("the loop exceeds its rounds")

// evaluateInLoop evaluates an expression in a very long loop and returns the error that ends it.
func evaluateInLoop(t *testing.T, expression string, maxRounds int, variables map[string]jinja.Value) error {
	t.Helper()
	rounds := 0
	tick := jinja.Function("tick", func(jinja.Arguments) (jinja.Value, error) {
		if rounds++; rounds > maxRounds {
			return jinja.Value{}, errTooManyRounds
		}
		return jinja.None(), nil
	})
	env := jinja.NewEnvironment(jinja.Options{Globals: map[string]jinja.Value{"tick": tick}})
	template, err := env.Compile("test", "{% for i in range(1000000) %}{% do tick() %}{% do "+expression+" %}{% endfor %}")
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	_, err = template.Render(jinja.Input{Variables: variables, Limits: jinja.Limits{Steps: loopSteps}})
	return err
}

// wantStepLimit checks that a valid expression uses up the steps of the render.
func wantStepLimit(t *testing.T, expression string, maxRounds int, variables map[string]jinja.Value) {
	t.Helper()
	err := evaluateInLoop(t, expression, maxRounds, variables)
	if err == nil || errors.Is(err, errTooManyRounds) || asJinjaError(t, err).Kind != jinja.LimitError {
		t.Errorf("%s: got %.200v, want the step limit", expression, err)
	}
}

// wantFailure checks that an expression fails at once, which also ends the loop.
func wantFailure(t *testing.T, expression string, maxRounds int, variables map[string]jinja.Value) {
	t.Helper()
	if err := evaluateInLoop(t, expression, maxRounds, variables); err == nil || errors.Is(err, errTooManyRounds) {
		t.Errorf("%s: got %v, want an error of the expression", expression, err)
	}
}

func longTexts() map[string]jinja.Value {
	return map[string]jinja.Value{
		"s": jinja.String(strings.Repeat(" aB1\n", longText/5)), "t": jinja.String(strings.Repeat(" aB1\n", longText/5)),
		"blank": jinja.String(strings.Repeat(" ", longText)),
	}
}

// textArguments are the arguments that filters, tests and methods need for a text.
var textArguments = map[string]string{
	"attr": "'x'", "batch": "2", "groupby": "0", "map": "'upper'", "replace": "'q', 'r'", "slice": "2",
	"count": "'q'", "find": "'q'", "index": "'1'", "rfind": "'q'", "rindex": "'1'", "partition": "'q'", "rpartition": "'q'",
	"endswith": "'q'", "startswith": "'q'", "removeprefix": "'q'", "removesuffix": "'q'", "split": "'q'", "rsplit": "'q'",
	"center": "9", "ljust": "9", "rjust": "9", "zfill": "9", "join": "['q', 'r']",
	"eq": "t", "equalto": "t", "ne": "t", "lt": "t", "lessthan": "t", "le": "t", "gt": "t", "greaterthan": "t", "ge": "t",
	"==": "t", "!=": "t", "<": "t", "<=": "t", ">": "t", ">=": "t", "in": "t", "sameas": "t", "divisibleby": "2",
}

func TestFiltersUseStepsForTexts(t *testing.T) {
	t.Parallel()
	variables := longTexts()
	failing := []string{"abs", "dictsort", "filesizeformat", "round", "sum"}
	without := []string{"center", "count", "index", "join"} // these filters do not take the arguments of the methods of the same name
	for _, name := range jinja.FilterNames() {
		arguments := textArguments[name]
		if slices.Contains(without, name) {
			arguments = ""
		}
		expression := "s|" + name + "(" + arguments + ")"
		if slices.Contains(failing, name) {
			wantFailure(t, expression, maxForTexts, variables)
			continue
		}
		wantStepLimit(t, expression, maxForTexts, variables)
		wantStepLimit(t, strings.Replace(expression, "s|", "blank|", 1), maxForTexts, variables)
	}
	wantStepLimit(t, "[s]|map('trim')|list", maxForTexts, variables)
	wantStepLimit(t, "[s, s]|sort", maxForTexts, variables)
	wantStepLimit(t, "''|default(s)", maxForTexts, variables)
	wantStepLimit(t, "''|replace(old=s, new='')", maxForTexts, variables)
}

func TestTestsUseStepsForTexts(t *testing.T) {
	t.Parallel()
	variables := longTexts()
	failing := []string{"odd", "even", "divisibleby"} // the text is a format without a field for the number
	for _, name := range jinja.NamesOfTests() {
		check := wantStepLimit
		if slices.Contains(failing, name) {
			check = wantFailure
		}
		arguments := "'" + name + "'"
		if given := textArguments[name]; given != "" {
			arguments += ", " + given
		}
		check(t, "[s]|select("+arguments+")|list", maxForTexts, variables)
		if name >= "a" && name != "in" {
			check(t, "s is "+name+"("+textArguments[name]+")", maxForTexts, variables)
		}
	}
}

func TestMethodsUseStepsForTexts(t *testing.T) {
	t.Parallel()
	variables := longTexts()
	for _, name := range jinja.TextMethodNames() {
		wantStepLimit(t, "s."+name+"("+textArguments[name]+")", maxForTexts, variables)
		wantStepLimit(t, "(s|attr('"+name+"'))("+textArguments[name]+")", maxForTexts, variables)
	}
	wantStepLimit(t, "'q'.strip(s)", maxForTexts, variables)
	wantStepLimit(t, "blank.strip(blank ~ '')", maxForTexts, variables)
	wantStepLimit(t, "s.startswith((t, t, t))", maxForTexts, variables)
	wantStepLimit(t, "'{0:.1}{0:.1}'.format(s)", maxForTexts, variables)
	wantStepLimit(t, "'%.1s%.1s' % (s, s)", maxForTexts, variables)
	wantStepLimit(t, "dict(a=s)", maxForTexts, variables)
}

func TestOperatorsUseStepsForTexts(t *testing.T) {
	t.Parallel()
	variables := longTexts()
	for _, expression := range []string{
		"s + t", "s ~ t", "s == t", "s != t", "s < t", "'q' in s", "s[5]", "s[5:]", "s[::-1]", "s * 2", "s % ()", "{s: 1}", "{}[s]", "{'a': 1}[t]",
	} {
		wantStepLimit(t, expression, maxForTexts, variables)
	}
}

// longLists returns lists of zeros with a one at the end, and a dict.
func longLists() map[string]jinja.Value {
	zeros := func() []jinja.Value {
		items := make([]jinja.Value, longList)
		for i := range items {
			items[i] = jinja.Int(0)
		}
		items[longList-1] = jinja.Int(1)
		return items
	}
	dict := jinja.NewDictFor(longList)
	for i := range longList {
		dict.Set("k"+strconv.Itoa(i), jinja.Int(0))
	}
	return map[string]jinja.Value{
		"l": jinja.NewList(zeros()...), "m": jinja.NewList(zeros()...), "d": jinja.DictValue(dict), "u": jinja.NewTuple(zeros()...),
	}
}

func TestFiltersUseStepsForLists(t *testing.T) {
	t.Parallel()
	variables := longLists()
	expressions := map[string]string{ // "" for filters that read only a few items, or reject lists
		"abs": "", "attr": "", "count": "", "d": "", "default": "", "filesizeformat": "", "first": "", "float": "", "indent": "", "int": "",
		"last": "", "length": "", "round": "", "truncate": "", "urlencode": "", "wordwrap": "",
		"batch": "l|batch(2)|list", "dictsort": "d|dictsort", "format": "'%.1s'|format(l)", "groupby": "u|groupby('x')",
		"items": "d|items|list", "map": "l|map('abs')|list", "reject": "l|reject('odd')|list", "rejectattr": "l|rejectattr('x')|list",
		"select": "l|select('odd')|list", "selectattr": "l|selectattr('x')|list", "slice": "l|slice(2)|list",
		"unique": "l|unique|list", "replace": "l|replace('q', '')",
	}
	for _, name := range jinja.FilterNames() {
		expression, special := expressions[name]
		if !special {
			expression = "l|" + name
		}
		if expression != "" {
			wantStepLimit(t, expression, maxForOthers, variables)
		}
	}
	wantStepLimit(t, "d|urlencode", maxForOthers, variables)
	wantStepLimit(t, "d|last", maxForOthers, variables)
}

func TestTestsUseStepsForLists(t *testing.T) {
	t.Parallel()
	variables := longLists()
	compared := []string{"eq", "equalto", "ne", "lt", "lessthan", "le", "gt", "greaterthan", "ge"}
	for _, name := range compared {
		wantStepLimit(t, "l is "+name+"(m)", maxForOthers, variables)
	}
	for _, expression := range []string{
		"1 is in(l)", "1 is in(u)", "l is lower", "l is upper", "l == m", "l < m", "1 in l", "l + m", "l * 2", "l[1:]", "u + u", "{u: 1}", "d == dict(d)",
	} {
		wantStepLimit(t, expression, maxForOthers, variables)
	}
}

func TestMethodsUseStepsForLists(t *testing.T) {
	t.Parallel()
	expressions := map[string]string{ // "" for methods that read only a few items
		"append": "", "clear": "", "count": "l.count(1)", "extend": "l.extend(m)", "index": "l.index(1)", "insert": "l.insert(0, 0)",
		"pop": "l.pop(0)", "remove": "l.remove(0)",
	}
	for _, name := range jinja.ListMethodNames() {
		expression, special := expressions[name]
		if !special {
			expression = "l." + name + "()"
		}
		if expression != "" {
			wantStepLimit(t, expression, maxForOthers, longLists())
		}
	}
}

func TestMethodsUseStepsForDicts(t *testing.T) {
	t.Parallel()
	expressions := map[string]string{ // "" for methods that read only a few entries
		"clear": "", "get": "", "items": "", "keys": "", "values": "", "setdefault": "", "pop": "d.pop('k' ~ i)", "update": "{}.update(d)",
	}
	for _, name := range jinja.DictMethodNames() {
		expression, special := expressions[name]
		if !special {
			expression = "d." + name + "()"
		}
		if expression != "" {
			wantStepLimit(t, expression, maxForOthers, longLists())
		}
	}
}
