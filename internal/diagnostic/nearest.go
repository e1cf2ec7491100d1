package diagnostic

import "strings"

// Nearest returns the known word that the user may have meant by an unknown word: the one with the smallest edit
// distance, if that distance is small for the length of the word.
func Nearest(word string, known []string) (nearest string, ok bool) {
	nearest, _ = nearestOf(word, known)
	return nearest, nearest != ""
}

// OnlyNearest is Nearest for a change without a choice: it returns a word only if no other known word is as near.
func OnlyNearest(word string, known []string) (nearest string, ok bool) {
	nearest, isOnly := nearestOf(word, known)
	if !isOnly {
		return "", false
	}
	return nearest, true
}

// nearestOf returns the first of the nearest words, and whether there is no other.
func nearestOf(word string, known []string) (nearest string, isOnly bool) {
	const longest = 64 // Longer words are not typed by hand, and comparing them is expensive.
	if len(word) > longest {
		return "", false
	}
	best := len(word)/3 + 2
	for _, candidate := range known {
		if candidate == "" || len(candidate) > longest {
			continue
		}
		switch d := distance(strings.ToLower(word), strings.ToLower(candidate)); {
		case d < best:
			best, nearest, isOnly = d, candidate, true
		case d == best && candidate != nearest:
			isOnly = false
		}
	}
	return nearest, isOnly && nearest != ""
}

// distance returns the number of insertions, deletions and substitutions of letters between two words.
func distance(from, to string) int {
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(from) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(to) {
			change := diagonal
			if from[i] != to[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
