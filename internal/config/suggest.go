package config

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean is the end of a sentence about an unknown word: the known word that is nearest, or nothing.
func didYouMean(word string, known []string) string {
	known = slices.Sorted(slices.Values(known)) // so that the answer is the same every time
	for _, candidate := range known {
		// The table was left out, or a setting was taken for one.
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

// distance is the number of letters to put in, take out or replace to make one word of the other.
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
