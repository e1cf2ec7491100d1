package contract_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	toml "github.com/pelletier/go-toml/v2"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

const securityPage = "../../docs/security.md"

// testNames returns the names of the Go tests and the titles of the tests in the browser by file, of the whole repository.
func testNames(t *testing.T) (goTests map[string]bool, titles map[string]string) {
	t.Helper()
	goTests, titles = map[string]bool{}, map[string]string{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"node_modules", ".git", "build", "bin", "dist"}, entry.Name()) {
			return filepath.SkipDir
		}
		isGo, isBrowser := strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, ".spec.ts")
		if !isGo && !isBrowser {
			return nil
		}
		raw, err := os.ReadFile(path)
		if isBrowser {
			titles[filepath.Base(path)] = string(raw)
			return err
		}
		for _, found := range declared.FindAllSubmatch(raw, -1) {
			goTests[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return goTests, titles
}

// Every test that the page about security names exists: a test that was renamed or removed must not count as evidence.
func TestSecurityPageNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(securityPage)
	if err != nil {
		t.Fatal(err)
	}
	goTests, browserTests := testNames(t)
	names := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`).FindAllString(string(page), -1)
	if len(names) < 200 {
		t.Errorf("the page names only %d tests", len(names))
	}
	for _, name := range names {
		if !goTests[name] {
			t.Errorf("%s does not exist", name)
		}
	}
	for _, found := range regexp.MustCompile("`([\\w-]+\\.spec\\.ts)`: ([^|;]+?) *[|;]").FindAllStringSubmatch(string(page), -1) {
		if file, title := found[1], found[2]; !strings.Contains(browserTests[file], "('"+title) {
			t.Errorf("%s has no test %q", file, title)
		}
	}
}

// requirements returns the requirements of levels 1 and 2: how many each section has, which are its first ones.
func requirements() map[string]int {
	return map[string]int{
		"1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
		"4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
		"7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4,
		"10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
		"12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7,
		"16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2,
	}
}

// Every requirement of ASVS levels 1 and 2 has one row, with a test or with a reason.
func TestSecurityPageCoversASVS(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(securityPage)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	evidence := regexp.MustCompile("`(Test|Fuzz)\\w+`|`[\\w-]+\\.spec\\.ts`: |^(not applicable|operator|document|by design|not met): \\S")
	for _, found := range regexp.MustCompile(`(?m)^\| (\d+\.\d+)\.(\d+)(?:–(\d+))? \| ([^|]+) \| ([^|]+) \|$`).FindAllStringSubmatch(string(page), -1) {
		first, _ := strconv.Atoi(found[2])
		last := first
		if found[3] != "" {
			last, _ = strconv.Atoi(found[3])
		}
		for i := first; i <= last; i++ {
			rows[fmt.Sprintf("%s.%d", found[1], i)]++
		}
		if !evidence.MatchString(found[5]) {
			t.Errorf("%s.%s has neither a test nor a reason: %s", found[1], found[2], found[5])
		}
	}
	total := 0
	for section, count := range requirements() {
		for i := 1; i <= count; i++ {
			if id := fmt.Sprintf("%s.%d", section, i); rows[id] != 1 {
				t.Errorf("%s has %d rows", id, rows[id])
			}
		}
		total += count
	}
	if len(rows) != total {
		t.Errorf("%d rows for %d requirements", len(rows), total)
	}
}

// scanningRules returns the rules for scanners, by id, and the plain pattern of the page.
func scanningRules(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	raw, err := os.ReadFile("../../docs/secret-scanning.toml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules []struct {
			ID, Regex string
			Keywords  []string
		}
	}
	if err := toml.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	rules := map[string]*regexp.Regexp{}
	for _, rule := range file.Rules {
		rules[rule.ID] = regexp.MustCompile(rule.Regex)
		if len(rule.Keywords) == 0 {
			t.Errorf("%s has no keywords, so that scanners would try it on every file", rule.ID)
		}
	}
	page, err := os.ReadFile(securityPage)
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`(?m)^\\b\(mr.*$`).Find(page)
	rules["plain"] = regexp.MustCompile(string(plain))
	return rules
}

// The rules for scanners find every secret that the server gives out, in texts where people leave them.
func TestScannersFindLeakedSecrets(t *testing.T) {
	t.Parallel()
	rules := scanningRules(t)
	platform := start(t, apptest.Database{})
	token, cookie := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	webhook := platform.Post(token, "/api/v1/webhooks", object{"url": "https://example.com/hook", "events": []string{"run.failed"}}).Want(http.StatusCreated).Field("secret")
	link := newLink(t, platform, token, platform.NewPerson(token, "ann@example.com", "organizationMember").ID, "/reset-password")
	secrets := map[string][]string{
		"millrace-access-token": {token}, "millrace-session": {cookie}, "millrace-password-link": {link}, "millrace-webhook-secret": {webhook},
	}
	for range 1000 {
		secrets["millrace-access-token"] = append(secrets["millrace-access-token"], account.NewSecret(account.TokenPrefix))
	}
	for id, all := range secrets {
		for _, secret := range all {
			for _, text := range []string{
				secret, "Authorization: Bearer " + secret + "\n", `{"token":"` + secret + `"}`, "export MILLRACE_TOKEN=" + secret,
				"https://millrace.example.com/invitation#" + secret + ">", "cookie: millrace_session=" + secret + "; path=/",
			} {
				for _, name := range []string{id, "plain"} {
					if found := rules[name].FindString(text); found != secret {
						t.Fatalf("%s finds %q in %q", name, found, text)
					}
				}
			}
		}
	}
	const key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
	for _, text := range []string{"MILLRACE_KEY=" + key, "MILLRACE_KEY: '" + key + "'", `"MILLRACE_KEY": "` + key + `"`} {
		if found := rules["millrace-server-key"].FindStringSubmatch(text); len(found) < 2 || found[1] != key {
			t.Errorf("the key is not found in %q", text)
		}
	}
}

// The rules do not fire on texts that only look like a secret.
func TestScannersIgnoreOtherTexts(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("a", 36)
	for id, rule := range scanningRules(t) {
		for _, text := range []string{
			"mrt_", "mrt_short", "xmrt_" + body, "mrt_" + body[1:], "MRT_" + body, "mrx_" + body, "mrt-" + body, "a …" + body[:4] + " token",
			"whsec_", "whsec_MfKQ9r8G", "millrace_session", "MILLRACE_KEY=", "MILLRACE_KEY=$(cat server.key)", "export MILLRACE_TOKEN=$TOKEN",
			"select smrt_id from shipments", "https://example.com/#mrl", "git commit 9f1c5a0b7e2d4c389f1c5a0b7e2d4c389f1c5a0b",
		} {
			if found := rule.FindString(text); found != "" {
				t.Errorf("%s finds %q in %q", id, found, text)
			}
		}
	}
}
