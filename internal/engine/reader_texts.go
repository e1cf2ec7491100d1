package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Texts returns a setting that maps names to texts: an object whose values are texts, numbers or booleans, or a text
// such as name=value, other=value.
func (r *Reader) Texts(key string, most int) map[string]string {
	value, ok := r.setting(key)
	if !ok {
		return nil
	}
	texts, ok := map[string]string{}, true
	switch value := value.(type) {
	case string:
		ok = parsePairs(value, texts)
	case map[string]any:
		for name, one := range value {
			text, isPlain := plainText(one)
			texts[name], ok = text, ok && isPlain
		}
	default:
		ok = false
	}
	if !ok {
		r.wrongf("setting %s is not an object of texts, or a text such as name=value, other=value", key)
	}
	if len(texts) > most {
		r.wrongf("setting %s has more than %d names", key, most)
	}
	for name, text := range texts {
		r.checkText("setting "+key, name+text)
	}
	return texts
}

// parsePairs parses name=value, other=value.
func parsePairs(text string, into map[string]string) bool {
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, isPair := strings.Cut(pair, "=")
		if !isPair {
			return false
		}
		into[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return true
}

// plainText returns a text, a number or a boolean as text.
func plainText(value any) (string, bool) {
	if number, isWhole := wholeNumber(value); isWhole {
		return strconv.FormatInt(number, 10), true
	}
	switch value.(type) {
	case string, bool, float64:
		return fmt.Sprint(value), true
	}
	return "", false
}
