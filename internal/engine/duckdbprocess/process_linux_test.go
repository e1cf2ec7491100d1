package duckdbprocess_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestChildYieldsToTheServer: a child has a lower priority than the server, and the server keeps its own.
func TestChildYieldsToTheServer(t *testing.T) {
	t.Parallel()
	own := niceness(t, os.Getpid())
	f := newFixture(t, 0)
	s := f.session()
	f.exec(s, "SELECT 1")
	if child := niceness(t, process(t, s)); child != own+5 {
		t.Errorf("the child has niceness %d, and the server %d", child, own)
	}
	if after := niceness(t, os.Getpid()); after != own {
		t.Errorf("the server has niceness %d, want %d", after, own)
	}
}

// niceness returns the niceness that all threads of a process have.
func niceness(t *testing.T, pid int) int {
	t.Helper()
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	if err != nil || len(threads) == 0 {
		t.Fatal(threads, err)
	}
	found := map[int]bool{}
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		const position = 16 // the 19th field; two precede the rest
		value, err := strconv.Atoi(strings.Fields(rest)[position])
		if err != nil {
			t.Fatal(err)
		}
		found[value] = true
	}
	if len(found) != 1 {
		t.Fatalf("the threads of process %d have niceness %v", pid, found)
	}
	return slices.Collect(maps.Keys(found))[0]
}
