package schedule

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/netresearch/go-cron"

	"github.com/millrace/millrace/internal/fault"
)

// fieldRule is what one field of a cron expression may contain.
type fieldRule struct {
	name        string
	least, most int
	names       string // of values, for the hint; empty if they have none
}

// fieldRules returns the rules of six fields; an expression of five has no seconds.
func fieldRules() []fieldRule {
	return []fieldRule{
		{name: "second", most: 59},
		{name: "minute", most: 59},
		{name: "hour", most: 23},
		{name: "day", least: 1, most: 31},
		{name: "month", least: 1, most: 12, names: "JAN to DEC"},
		{name: "weekday", most: 7, names: "SUN to SAT"},
	}
}

// textPart is a part of an expression, with its place in the text as it was written.
type textPart struct {
	text  string
	start int // in characters
}

func (p textPart) position() fault.Position {
	return fault.Position{Start: p.start, End: p.start + utf8.RuneCountInString(p.text)}
}

// cronFields returns the fields of an expression.
func cronFields(written string) []textPart {
	return splitText(textPart{text: written}, unicode.IsSpace)
}

// emptyField returns the position of the first field that contains only commas, or of the whole expression.
func emptyField(written string) fault.Position {
	for _, field := range cronFields(written) {
		if strings.Trim(field.text, ",") == "" {
			return field.position()
		}
	}
	return textPart{text: written}.position()
}

// splitText returns the parts of a text between separators, without empty ones.
func splitText(whole textPart, isSeparator func(rune) bool) []textPart {
	var parts []textPart
	at, part := whole.start, textPart{}
	end := func() {
		if part.text != "" {
			parts = append(parts, part)
		}
		part = textPart{}
	}
	for _, r := range whole.text {
		if isSeparator(r) {
			end()
		} else {
			if part.text == "" {
				part.start = at
			}
			part.text += string(r)
		}
		at++
	}
	end()
	return parts
}

// wrongPart returns a fault that says which part of an expression is wrong. The parser does not report where it failed,
// so each part is parsed alone.
func wrongPart(parser cron.Parser, written string, cause error) error {
	fields := cronFields(written)
	rules := fieldRules()[6-len(fields):]
	for i, field := range fields {
		for _, part := range splitText(field, func(r rune) bool { return r == ',' }) {
			alone := slices.Repeat([]string{"*"}, len(fields))
			alone[i] = part.text
			if _, err := parser.Parse(strings.Join(alone, " ")); err != nil {
				return rules[i].fault(part, err)
			}
		}
	}
	return fault.Wrap(cause, fault.Invalid, "invalid cron expression %q", plainCron(written)).WithHint(cronHint)
}

var numberPattern = regexp.MustCompile(`^[0-9]+$`)

// fault says what is wrong with a part of a field.
func (f fieldRule) fault(part textPart, cause error) error {
	values, _, _ := strings.Cut(part.text, "/")
	for value := range strings.SplitSeq(values, "-") {
		if !numberPattern.MatchString(value) {
			continue
		}
		number, err := strconv.Atoi(value)
		switch {
		case err != nil || number > f.most:
			return fault.Wrap(cause, fault.Invalid, "invalid cron expression: %s %s is above the maximum, %d", f.name, value, f.most).
				WithHint("%s", f.hint()).WithPosition(part.position())
		case number < f.least:
			return fault.Wrap(cause, fault.Invalid, "invalid cron expression: %s %s is below the minimum, %d", f.name, value, f.least).
				WithHint("%s", f.hint()).WithPosition(part.position())
		}
	}
	return fault.Wrap(cause, fault.Invalid, "invalid cron expression: %q is not a valid %s", part.text, f.name).
		WithHint("%s", f.hint()).WithPosition(part.position())
}

func (f fieldRule) hint() string {
	hint := "Write a number from " + strconv.Itoa(f.least) + " to " + strconv.Itoa(f.most) +
		", * for all, a range like 2-5, a list like 2,4 or a step like */2"
	if f.names != "" {
		hint += "; or a name, " + f.names
	}
	return hint + "."
}
