package jinja

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapeHTML returns the escaping of Jinja2.
func escapeHTML(s string) string {
	if !strings.ContainsAny(s, `&<>'"`) {
		return s
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;", `"`, "&#34;").Replace(s)
}

// stripTags removes tags and comments, resolves entities and inserts single spaces between words.
func stripTags(s string) string {
	s = cutBetween(s, "<!--", "-->")
	s = cutBetween(s, "<", ">")
	return html.UnescapeString(strings.Join(strings.FieldsFunc(s, isSpace), " "))
}

func cutBetween(s, opening, closing string) string {
	var out strings.Builder
	for {
		start := strings.Index(s, opening)
		if start < 0 {
			break
		}
		end := strings.Index(s[start+len(opening):], closing)
		if end < 0 {
			break
		}
		out.WriteString(s[:start])
		s = s[start+len(opening)+end+len(closing):]
	}
	out.WriteString(s)
	return out.String()
}

// titleWords converts the first letter of each word to upper case and the other letters to lower case.
func titleWords(s string) string {
	var out strings.Builder
	for s != "" {
		end := strings.IndexFunc(s, isWordBreak)
		if end == 0 {
			if end = strings.IndexFunc(s, func(r rune) bool { return !isWordBreak(r) }); end < 0 {
				end = len(s)
			}
			out.WriteString(s[:end])
			s = s[end:]
			continue
		}
		if end < 0 {
			end = len(s)
		}
		_, size := utf8.DecodeRuneInString(s)
		out.WriteString(upper(s[:size]))
		out.WriteString(lower(s[size:end]))
		s = s[end:]
	}
	return out.String()
}

func isWordBreak(r rune) bool { return isSpace(r) || strings.ContainsRune("-({[<", r) }

func filterTrim(in Value, args Arguments) (Value, error) {
	s, err := toText(in, args.render)
	if err != nil {
		return Value{}, err
	}
	return stripText(s, args, bothSides)
}

func filterReplace(in Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "old", "new", "count?"); err != nil {
		return Value{}, err
	}
	var texts [3]string
	for i, v := range []Value{in, p[0], p[1]} {
		var err error
		if texts[i], err = toText(v, args.render); err != nil {
			return Value{}, err
		}
	}
	count := -1
	if given(p[2]) && !p[2].IsNone() {
		var err error
		if count, err = toInt(p[2]); err != nil {
			return Value{}, err
		}
	}
	return replaceText(texts[0], texts[1], texts[2], count, args.render)
}

func filterCenter(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "width?"); err != nil {
		return Value{}, err
	}
	s, err := toText(in, args.render)
	if err != nil {
		return Value{}, err
	}
	width, err := intOr(p[0], 80)
	if err != nil {
		return Value{}, err
	}
	return padText(s, padding{width, " ", bothSides}, args.render)
}

func filterIndent(in Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "width?", "first?", "blank?"); err != nil {
		return Value{}, err
	}
	s, err := needText(in)
	if err != nil {
		return Value{}, err
	}
	indention, isText := p[0].text()
	if !isText {
		width, err := intOr(p[0], 4)
		if err != nil {
			return Value{}, err
		}
		if err := args.render.makeText(width); width > 0 && err != nil {
			return Value{}, err
		}
		indention = strings.Repeat(" ", max(width, 0))
	}
	lines := splitLines(s+"\n", false)
	args.render.charge(len(lines))
	if err := args.render.makeTexts(int64(len(lines)), len(indention)); err != nil {
		return Value{}, err
	}
	var out strings.Builder
	for i, line := range lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		if i == 0 && p[1].Truth() || i > 0 && (line != "" || p[2].Truth()) {
			out.WriteString(indention)
		}
		out.WriteString(line)
	}
	return String(out.String()), args.render.makeText(out.Len())
}

// needText returns the text of a value that a filter uses as a text without asking.
func needText(in Value) (string, error) {
	s, ok := in.text()
	switch {
	case ok:
		return s, nil
	case in.IsUndefined():
		return "", undefinedError(in)
	default:
		return "", &Error{Kind: TypeError, Message: "expected a text, not " + in.typeName(), Hint: "insert | string before it"}
	}
}

func filterTruncate(in Value, args Arguments) (Value, error) {
	var p [4]Value
	if err := args.bindTo(p[:], "length?", "killwords?", "end?", "leeway?"); err != nil {
		return Value{}, err
	}
	length, err := intOr(p[0], 255)
	if err != nil {
		return Value{}, err
	}
	end := "..."
	if given(p[2]) {
		if end, err = needText(p[2]); err != nil {
			return Value{}, err
		}
	}
	leeway := 5
	if given(p[3]) && !p[3].IsNone() {
		if leeway, err = toInt(p[3]); err != nil {
			return Value{}, err
		}
	}
	return truncate(in, truncation{length, leeway, end, p[1].Truth()}, args.render)
}

type truncation struct {
	length, leeway int
	end            string
	killWords      bool
}

// truncate shortens a long text. It returns a short value unchanged, whatever its type.
func truncate(in Value, t truncation, r *render) (Value, error) {
	end := utf8.RuneCountInString(t.end)
	if t.length < end {
		return Value{}, valueError("expected length >= %d, got %d", end, t.length)
	}
	if t.leeway < 0 {
		return Value{}, valueError("expected leeway >= 0, got %d", t.leeway)
	}
	n, err := length(in, r)
	if err != nil || n <= t.length+t.leeway {
		return in, err
	}
	s, err := needText(in)
	if err != nil {
		return Value{}, err
	}
	kept := firstRunes(s, t.length-end)
	if i := strings.LastIndexByte(kept, ' '); i >= 0 && !t.killWords {
		kept = kept[:i]
	}
	return String(kept + t.end), nil
}

// firstRunes returns the first n characters.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func filterWordcount(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	s, err := toText(in, args.render)
	if err != nil {
		return Value{}, err
	}
	return Int(countWords(s)), nil
}

func countWords(s string) int64 {
	count, inWord := int64(0), false
	for _, r := range s {
		if isWordRune(r) && !inWord {
			count++
		}
		inWord = isWordRune(r)
	}
	return count
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

func filterUrlencode(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	_, isText := in.text()
	if isText || !isIterable(in) {
		s, err := toText(in, args.render)
		if err == nil {
			err = args.render.spend(len(s) / dearText)
		}
		if err != nil {
			return Value{}, err
		}
		return args.NewText(urlQuote(s, "/"))
	}
	if d, ok := in.ref.(*Dict); ok {
		in = Value{ref: &dictView{dict: d, pick: entryPair, name: "dict_items"}}
	}
	var pairs []string
	err := each(in, args.render, func(item Value) error {
		pair, err := collect(item, args.render)
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return valueError("expected pairs of key and value")
		}
		key, err := toText(pair[0], args.render)
		if err != nil {
			return err
		}
		value, err := toText(pair[1], args.render)
		args.render.charge((len(key) + len(value)) / dearText)
		pairs = append(pairs, urlQuote(key, " ")+"="+urlQuote(value, " "))
		return err
	})
	if err != nil {
		return Value{}, err
	}
	return args.NewText(strings.ReplaceAll(strings.Join(pairs, "&"), " ", "+"))
}

// urlQuote writes all bytes but letters, digits, _.-~ and those that are called safe as %XX.
func urlQuote(s, safe string) string {
	const hex = "0123456789ABCDEF"
	var out strings.Builder
	for i := range len(s) {
		c := s[i]
		if c < utf8.RuneSelf && (isNameByte(c) || isDigit(c) || strings.IndexByte(".-~"+safe, c) >= 0) {
			out.WriteByte(c)
		} else {
			out.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return out.String()
}
