package docsite

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// section is the text below a heading.
type section struct {
	Page, PageTitle string
	ID, Title       string // of the heading; no id for the beginning of a page
	Text            string
	lower           string
}

// result is a section that a search found.
type result struct {
	Address, Title, PageTitle string
	Excerpt                   []fragment
}

// fragment is a part of an excerpt.
type fragment struct {
	Text     string
	IsMarked bool // a word of the query
}

// maxResults bounds the results of a search.
const maxResults = 30

// search returns the sections that contain every word of the query, the best first.
func (s *site) search(query string) []result {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	type scored struct {
		at    *section
		score int
	}
	var found []scored
	for i := range s.sections {
		if score := s.sections[i].score(words); score > 0 {
			found = append(found, scored{&s.sections[i], score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var results []result
	for _, f := range found[:min(len(found), maxResults)] {
		address := f.at.Page
		if f.at.ID != "" {
			address += "#" + f.at.ID
		}
		results = append(results, result{Address: address, Title: f.at.Title, PageTitle: f.at.PageTitle, Excerpt: f.at.excerpt(words)})
	}
	return results
}

// score returns how well a section matches; 0 if a word is missing. A word in the heading counts more than in the text, and
// a heading that is the query counts most.
func (s *section) score(words []string) int {
	title, page := strings.ToLower(s.Title), strings.ToLower(s.PageTitle)
	score := 0
	for _, word := range words {
		best := 0
		switch {
		case strings.Contains(title, word):
			best = 20
		case strings.Contains(page, word):
			best = 5
		}
		if count := strings.Count(s.lower, word); count > 0 {
			best += min(count, 4)
		} else if best < 20 { // a word of the title of the page alone does not select all its sections
			return 0
		}
		score += best
	}
	if title == strings.Join(words, " ") || strings.TrimPrefix(title, "@") == words[0] {
		score += 40
	}
	if s.ID == "" {
		score += 5
	}
	if strings.HasPrefix(s.Page, root+"/"+decisionsFolder) {
		score /= 2
	}
	return max(score, 1)
}

// excerptLength is the number of bytes around the first word.
const excerptLength = 220

// excerpt returns the text around the first word that occurs, with the words marked.
func (s *section) excerpt(words []string) []fragment {
	lower := s.lower
	if len(lower) != len(s.Text) { // the lower case of a few letters has another length
		lower = s.Text
	}
	first := len(lower)
	for _, word := range words {
		if at := strings.Index(lower, word); at >= 0 {
			first = min(first, at)
		}
	}
	if first == len(lower) {
		first = 0
	}
	start := boundary(s.Text, max(0, first-excerptLength/4))
	end := boundary(s.Text, min(len(s.Text), start+excerptLength))
	list := marked(s.Text[start:end], lower[start:end], words)
	if start > 0 {
		list = append([]fragment{{Text: "… "}}, list...)
	}
	if end < len(s.Text) {
		list = append(list, fragment{Text: " …"})
	}
	return list
}

// boundary moves a position back to the begin of a character.
func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// marked splits a text at the words.
func marked(text, lower string, words []string) []fragment {
	var list []fragment
	for text != "" {
		at, length := -1, 0
		for _, word := range words {
			if i := strings.Index(lower, word); i >= 0 && (at < 0 || i < at) {
				at, length = i, len(word)
			}
		}
		if at < 0 {
			return append(list, fragment{Text: text})
		}
		if at > 0 {
			list = append(list, fragment{Text: text[:at]})
		}
		list = append(list, fragment{Text: text[at : at+length], IsMarked: true})
		text, lower = text[at+length:], lower[at+length:]
	}
	return list
}
