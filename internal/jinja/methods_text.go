package jinja

import (
	"strings"
	"unicode"
)

// textMethods are the methods of texts, but for format.
var textMethods = map[string]method{
	"capitalize":   textMethod(capitalize),
	"casefold":     dearTextMethod(casefold),
	"center":       padMethod(bothSides),
	"count":        textCount,
	"endswith":     affixMethod(strings.HasSuffix),
	"expandtabs":   textExpandtabs,
	"find":         findMethodOf(strings.Index, false),
	"index":        findMethodOf(strings.Index, true),
	"isalnum":      checkMethod(every(isAlnumRune)),
	"isalpha":      checkMethod(every(unicode.IsLetter)),
	"isascii":      checkMethod(isASCII),
	"isdecimal":    checkMethod(every(unicode.IsDigit)),
	"isdigit":      checkMethod(every(isDigitRune)),
	"isidentifier": checkMethod(isIdentifier),
	"islower":      checkMethod(isLowerText),
	"isnumeric":    checkMethod(every(unicode.IsNumber)),
	"isprintable":  checkMethod(isPrintableText),
	"isspace":      checkMethod(every(isSpace)),
	"istitle":      checkMethod(isTitleText),
	"isupper":      checkMethod(isUpperText),
	"join":         textJoin,
	"ljust":        padMethod(rightSide),
	"lower":        textMethod(lower),
	"lstrip":       stripMethod(leftSide),
	"partition":    partitionMethod(strings.Index, false),
	"removeprefix": removeMethod(strings.TrimPrefix),
	"removesuffix": removeMethod(strings.TrimSuffix),
	"replace":      textReplace,
	"rfind":        findMethodOf(strings.LastIndex, false),
	"rindex":       findMethodOf(strings.LastIndex, true),
	"rjust":        padMethod(leftSide),
	"rpartition":   partitionMethod(strings.LastIndex, true),
	"rsplit":       splitMethod(splitRight),
	"rstrip":       stripMethod(rightSide),
	"split":        splitMethod(splitLeft),
	"splitlines":   textSplitlines,
	"startswith":   affixMethod(strings.HasPrefix),
	"strip":        stripMethod(bothSides),
	"swapcase":     dearTextMethod(swapcase),
	"title":        dearTextMethod(title),
	"upper":        textMethod(upper),
	"zfill":        textZfill,
}

// selfText returns the text and counts the work of going through it.
func selfText(self Value, args Arguments) string {
	s, _ := self.text()
	args.render.charge(len(s) / textPerStep)
	return s
}

// textMethod returns a method without arguments that returns another text.
func textMethod(f func(string) string) method {
	return func(self Value, args Arguments) (Value, error) {
		if err := args.bindTo(nil); err != nil {
			return Value{}, err
		}
		out := f(selfText(self, args))
		return String(out), args.render.makeText(len(out))
	}
}

// dearTextMethod is textMethod for an expensive function.
func dearTextMethod(f func(string) string) method {
	plain := textMethod(f)
	return func(self Value, args Arguments) (Value, error) {
		if err := args.render.spend(self.textSize() / dearText); err != nil {
			return Value{}, err
		}
		return plain(self, args)
	}
}

// checkMethod returns a method without arguments that returns true or false.
func checkMethod(f func(string) bool) method {
	return func(self Value, args Arguments) (Value, error) {
		return Bool(f(selfText(self, args))), args.bindTo(nil)
	}
}

// side is an end of a text, or both.
type side uint8

const (
	leftSide side = iota
	rightSide
	bothSides
)

func stripMethod(where side) method {
	return func(self Value, args Arguments) (Value, error) { return stripText(selfText(self, args), args, where) }
}

// stripText removes white space, or the given characters, from the ends.
func stripText(s string, args Arguments, where side) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "chars?"); err != nil {
		return Value{}, err
	}
	strip := isSpace
	if given(p[0]) && !p[0].IsNone() {
		chars, err := textArgument(p[0], args.Function)
		if err != nil {
			return Value{}, err
		}
		strip = oneOf(chars)
	}
	if where != rightSide {
		s = strings.TrimLeftFunc(s, strip)
	}
	if where != leftSide {
		s = strings.TrimRightFunc(s, strip)
	}
	return String(s), nil
}

// oneOf returns a function that reports whether a letter is in chars. A large set is not searched again for each
// letter.
func oneOf(chars string) func(rune) bool {
	const few = 64
	if len(chars) <= few {
		return func(r rune) bool { return strings.ContainsRune(chars, r) }
	}
	set := map[rune]bool{}
	for _, r := range chars {
		set[r] = true
	}
	return func(r rune) bool { return set[r] }
}

func textReplace(self Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "old", "new", "count?"); err != nil {
		return Value{}, err
	}
	before, err := textArgument(p[0], "replace")
	if err != nil {
		return Value{}, err
	}
	after, err := textArgument(p[1], "replace")
	if err != nil {
		return Value{}, err
	}
	count, err := intOr(p[2], -1)
	if err != nil {
		return Value{}, err
	}
	return replaceText(selfText(self, args), before, after, count, args.render)
}

// replaceText replaces the first this many occurrences, or all of them when count is negative.
func replaceText(s, before, after string, count int, r *render) (Value, error) {
	n := strings.Count(s, before)
	if count >= 0 {
		n = min(n, count)
	}
	r.charge(len(s) / textPerStep)
	if grown := len(after) - len(before); grown > 0 {
		if err := r.makeTexts(int64(n), grown); err != nil {
			return Value{}, err
		}
	}
	if err := r.makeText(len(s) + n*(len(after)-len(before))); err != nil {
		return Value{}, err
	}
	return String(strings.Replace(s, before, after, count)), nil
}

func removeMethod(remove func(s, affix string) string) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [1]Value
		if err := args.bindTo(p[:], "affix"); err != nil {
			return Value{}, err
		}
		affix, err := textArgument(p[0], args.Function)
		s, _ := self.text()
		return String(remove(s, affix)), err
	}
}

func partitionMethod(index func(s, separator string) int, right bool) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [1]Value
		if err := args.bindTo(p[:], "sep"); err != nil {
			return Value{}, err
		}
		separator, err := textArgument(p[0], args.Function)
		if err != nil {
			return Value{}, err
		}
		if separator == "" {
			return Value{}, valueError("empty separator")
		}
		s := selfText(self, args)
		i := index(s, separator)
		switch {
		case i >= 0:
			return NewTuple(String(s[:i]), String(separator), String(s[i+len(separator):])), nil
		case right:
			return NewTuple(String(""), String(""), String(s)), nil
		default:
			return NewTuple(String(s), String(""), String("")), nil
		}
	}
}

// textJoin implements separator.join(texts), which accepts only texts.
func textJoin(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "iterable"); err != nil {
		return Value{}, err
	}
	if !isIterable(p[0]) {
		return Value{}, typeError("can only join an iterable")
	}
	var texts []string
	err := each(p[0], args.render, func(item Value) error {
		s, ok := item.text()
		if !ok {
			return &Error{
				Kind: TypeError, Hint: "use the filter join",
				Message: "sequence item " + itoa(len(texts)) + ": expected str instance, " + item.typeName() + " found",
			}
		}
		texts = append(texts, s)
		return nil
	})
	if err != nil {
		return Value{}, err
	}
	separator, _ := self.text()
	return joinTexts(texts, separator, args.render)
}
