// Package fact holds the facts about several ranks that matchers hand to job rules. The rules word the findings.
package fact
