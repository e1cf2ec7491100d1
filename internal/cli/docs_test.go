package cli_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// pipelines returns the examples of the documentation, in their order there.
func pipelines(t *testing.T) (github, gitlab map[string]any) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/8-continuous-integration.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)\n```\n").FindAllStringSubmatch(string(raw), -1)
	if len(blocks) != 2 {
		t.Fatalf("the documentation has %d examples, want 2: adapt this test", len(blocks))
	}
	for i, into := range []*map[string]any{&github, &gitlab} {
		if err := yaml.Unmarshal([]byte(blocks[i][1]), into); err != nil {
			t.Fatal(err)
		}
	}
	return github, gitlab
}

// steps returns the scripts of a GitHub job by step name.
func steps(t *testing.T, workflow map[string]any, job string) map[string]string {
	t.Helper()
	scripts := map[string]string{}
	for _, step := range workflow["jobs"].(map[string]any)[job].(map[string]any)["steps"].([]any) {
		fields := step.(map[string]any)
		if name, ok := fields["name"].(string); ok {
			scripts[name] = fields["run"].(string)
		}
	}
	return scripts
}

// script returns the script of a GitLab job.
func script(t *testing.T, pipeline map[string]any, job string) string {
	t.Helper()
	var lines []string
	for _, line := range pipeline[job].(map[string]any)["script"].([]any) {
		lines = append(lines, line.(string))
	}
	return strings.Join(lines, "\n")
}

// bash runs a script like a CI system, in the folder of the project, and returns its exit code and output.
func (s *projectFixture) bash(text string, variables map[string]string) answer {
	s.Helper()
	command := exec.CommandContext(s.Context(), "bash", "-eo", "pipefail", "-c", text)
	command.Dir = s.folder
	command.Env = append(os.Environ(), "MILLRACE_SERVER="+s.address, "MILLRACE_TOKEN="+s.token, "MILLRACE_ENVIRONMENT="+s.environment)
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		command.Env = append(command.Env, name+"="+variables[name])
	}
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		s.Fatal(err)
	}
	return answer{code: command.ProcessState.ExitCode(), out: string(out)}
}

func TestGitHubExample(t *testing.T) {
	t.Parallel()
	workflow, _ := pipelines(t)
	plan, deploy := steps(t, workflow, "plan"), steps(t, workflow, "deploy")
	s := newProjectFixture(t)
	given := map[string]string{
		"TITLE": `It's "quoted" $HOME`, "GITHUB_OUTPUT": filepath.Join(s.folder, ".output"), "GITHUB_STEP_SUMMARY": filepath.Join(s.folder, ".summary"),
	}
	planned := func(want string) {
		t.Helper()
		s.want(s.bash(plan["Validate"], given), 0)
		s.write(".output", "")
		s.want(s.bash(plan["Plan"], given), 0, `^Plan `)
		if got, err := os.ReadFile(given["GITHUB_OUTPUT"]); err != nil || string(got) != want {
			t.Fatalf("%q, %v, want %q", got, err, want)
		}
	}
	deployed := func() {
		t.Helper()
		s.want(s.bash(deploy["Deploy"], given), 0, `^Run \d+ completed`)
		s.want(s.bash(deploy["Refresh"], given), 0)
	}
	planned("code=10\ngate=production\n")
	if got, err := os.ReadFile(given["GITHUB_STEP_SUMMARY"]); err != nil || !strings.Contains(string(got), "\n+ add RAW.ORDERS (Stage)\n") {
		t.Errorf("the summary is %q, %v; want the change of RAW.ORDERS", got, err)
	}
	s.want(s.run("plans", "--environment", s.environment), 0, regexp.QuoteMeta(given["TITLE"])+`$`)
	deployed()
	planned("code=0\ngate=production\n")
	s.write("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new' AS state", "2 AS size", 1))
	planned("code=11\ngate=production-destructive\n")
	deployed()
	s.write("nodes/CORE-COUNTS.sql", strings.Replace(countsNode, "COUNT(*)", "COUNT({{ nobody() }})", 1))
	s.want(s.bash(plan["Plan"], given), 1, `blocks? this plan`)
}

func TestGitLabExample(t *testing.T) {
	t.Parallel()
	_, pipeline := pipelines(t)
	plan, deploy := script(t, pipeline, "plan"), script(t, pipeline, "deploy")
	s := newProjectFixture(t)
	given := map[string]string{"CI_MERGE_REQUEST_TITLE": "The first one"}
	s.want(s.bash(plan, given), 0, `^2 to add`)
	s.want(s.bash(deploy, given), 0, `^Run \d+ completed`)
	s.write("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new' AS state", "2 AS size", 1))
	s.want(s.bash(plan, given), 11, `^This plan deletes:$`)
	allowed := fmt.Sprint(pipeline["plan"].(map[string]any)["allow_failure"].(map[string]any)["exit_codes"])
	if allowed != "[11]" {
		t.Errorf("allow_failure has the exit codes %s, want [11]", allowed)
	}
	s.want(s.bash(deploy, given), 0, `^Run \d+ completed`)
	s.want(s.bash(deploy, given), 3, `was deployed by run`)
}
