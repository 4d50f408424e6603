package report

// The parts of SARIF 2.1.0 that gomarmot writes, in the words of that
// standard. This package is part of the library that runs inside the program,
// so it does not use a SARIF library, which would include a validator.

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifRoot stands for the root of the source in artifact locations.
	sarifRoot = "%SRCROOT%"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool                        `json:"tool"`
	Invocations []sarifInvocation                `json:"invocations"`
	Bases       map[string]sarifArtifactLocation `json:"originalUriBaseIds,omitempty"`
	ColumnKind  string                           `json:"columnKind"`
	Results     []sarifResult                    `json:"results"`
	Properties  map[string]any                   `json:"properties,omitempty"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string         `json:"id"`
	ShortDescription sarifMessage   `json:"shortDescription"`
	FullDescription  sarifMessage   `json:"fullDescription"`
	Help             sarifMessage   `json:"help"`
	HelpURI          string         `json:"helpUri"`
	Configuration    sarifLevel     `json:"defaultConfiguration"`
	Properties       map[string]any `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	CommandLine         string              `json:"commandLine,omitempty"`
	StartTimeUTC        string              `json:"startTimeUtc,omitempty"`
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Kind         string            `json:"kind"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Count        int64             `json:"occurrenceCount,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Baseline     string            `json:"baselineState,omitempty"`
	// Suppressions is never nil: an empty list says that there is none.
	Suppressions []sarifSuppression `json:"suppressions"`
	Properties   map[string]any     `json:"properties"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifLocation struct {
	ID       int                    `json:"id,omitempty"`
	Message  *sarifMessage          `json:"message,omitempty"`
	Physical *sarifPhysical         `json:"physicalLocation,omitempty"`
	Logical  []sarifLogicalLocation `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
}

type sarifArtifactLocation struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}

type sarifLogicalLocation struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}
