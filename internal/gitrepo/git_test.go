package gitrepo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git is the real program, in a folder of the test. It sees no settings of the machine.
type git struct {
	t      testing.TB
	folder string
}

func newGit(t testing.TB) git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the git program is not here to compare with")
	}
	return git{t: t, folder: t.TempDir()}
}

// run runs git and gives what it printed.
func (g git) run(args ...string) string {
	g.t.Helper()
	out, err := g.try(args...)
	if err != nil {
		g.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

func (g git) try(args ...string) (string, error) {
	command := exec.CommandContext(g.t.Context(), "git", args...)
	command.Dir = g.folder
	command.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + g.folder, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Ada Lovelace", "GIT_AUTHOR_EMAIL=ada@example.com", "GIT_AUTHOR_DATE=2026-01-31T12:01:00Z",
		"GIT_COMMITTER_NAME=Ada Lovelace", "GIT_COMMITTER_EMAIL=ada@example.com", "GIT_COMMITTER_DATE=2026-01-31T12:01:00Z",
	}
	out, err := command.CombinedOutput()
	return string(out), err
}

// in is the same program in a folder below.
func (g git) in(folder string) git { return git{t: g.t, folder: filepath.Join(g.folder, folder)} }

// write puts files into the folder.
func (g git) write(f files) {
	g.t.Helper()
	for path, text := range f {
		whole := filepath.Join(g.folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
			g.t.Fatal(err)
		}
		if err := os.WriteFile(whole, []byte(text), 0o600); err != nil {
			g.t.Fatal(err)
		}
	}
}

// read gives the files of the folder, without git's own.
func (g git) read() files {
	g.t.Helper()
	f := files{}
	err := filepath.WalkDir(g.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		if entry.IsDir() {
			return nil
		}
		content, err := os.ReadFile(path)
		inside, _ := filepath.Rel(g.folder, path)
		f[filepath.ToSlash(inside)] = string(content)
		return err
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return f
}

// repository makes a repository with one commit of files on main.
func (g git) repository(name string, f files) git {
	g.t.Helper()
	g.run("init", "--quiet", "--initial-branch=main", name)
	made := g.in(name)
	made.write(f)
	made.run("add", "--all")
	made.run("commit", "--quiet", "--message=Change")
	return made
}

// executable lets a file of the folder be run.
func (g git) executable(path string) {
	g.t.Helper()
	if err := os.Chmod(filepath.Join(g.folder, path), 0o700); err != nil {
		g.t.Fatal(err)
	}
}
