package org.kpackworkbench.model.format.elf.edit;

/**
 * A rule that is broken.
 *
 * @param rule the rule
 * @param fileOffset of the header, symbol or entry that breaks it
 * @param what the place and the value found there
 */
public record LayoutFinding(LayoutRule rule, long fileOffset, String what) {
  @Override
  public String toString() {
    return "%s (%s), at 0x%x: %s".formatted(rule, rule.words(), fileOffset, what);
  }

  /** Rules for an ELF file's layout that loaders and tools need. */
  public enum LayoutRule {
    LOADS_ASCEND("loaded segments ascend by address"),
    LOADS_APART_IN_MEMORY("loaded segments do not overlap in memory"),
    LOADS_APART_IN_FILE("loaded segments do not overlap in the file"),
    OFFSET_CONGRUENT("a loaded segment's offset and address agree modulo its alignment"),
    ALIGNMENT_POWER("an alignment is a power of two"),
    SEGMENT_IN_FILE("a segment's bytes are in the file, and not more than its memory"),
    HEADERS_LOADED("the program headers lie in a loaded segment"),
    PHDR_MATCHES("PT_PHDR says where the program headers are"),
    SEGMENT_LOADED("what a loader looks for lies in a loaded segment, at the same offset"),
    SECTION_IN_FILE("a section's bytes are in the file"),
    SECTION_IN_SEGMENT("an allocated section lies inside one loaded segment"),
    SECTION_OFFSET("a section's offset follows from its address"),
    NO_BITS_IN_MEMORY("a NOBITS section lies where its segment has no bytes in the file"),
    SECTIONS_APART("sections do not overlap in the file"),
    LINK_VALID("sh_link and sh_info name sections of the right kind"),
    SYMBOL_SECTION("a symbol's section exists, and the symbol lies in it"),
    DYNAMIC_PRESENT("a shared object has a PT_DYNAMIC"),
    DYNAMIC_MATCHES("the dynamic section's addresses are those of their sections");

    private final String words;

    LayoutRule(String words) {
      this.words = words;
    }

    /** The rule as a sentence without its end. */
    public String words() {
      return words;
    }
  }
}
