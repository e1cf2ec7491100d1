package config

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean returns the end of a sentence about an unknown word: the nearest known word, or nothing.
func didYouMean(word string, known []string) string {
	known = slices.Sorted(slices.Values(known)) // for a deterministic result
	for _, candidate := range known {
		// The table was omitted, or a setting was taken for a table.
		if strings.HasSuffix(candidate, "."+word) || strings.HasPrefix(word, candidate+".") {
			return fmt.Sprintf("; did you mean %s?", candidate)
		}
	}
	best, least := "", 1+len(word)/3
	for _, candidate := range known {
		if apart := distance(word, candidate); apart <= least {
			best, least = candidate, apart-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance returns the number of letters to insert, delete or replace to turn one word into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, above+1, row[j]+1)
			diagonal = above
		}
	}
	return row[len(b)]
}
