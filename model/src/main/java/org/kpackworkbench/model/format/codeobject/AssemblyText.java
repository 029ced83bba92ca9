package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of one instruction for an AMD GPU, in its parts. Immutable; safe for use by many
 * threads.
 *
 * @param text as {@code llvm-objdump} prints it
 * @param tokens what it consists of, in order; what is between them is punctuation and blanks
 */
public record AssemblyText(String text, List<Token> tokens) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>/\\*.*?\\*/|//.*|;.*)"
              + "|(?<![\\w.$])(?<file>v|s|a|acc|ttmp)(?:(?<one>\\d{1,5})|\\[(?<from>\\d{1,5})(?::(?<to>\\d{1,5}))?])(?<half>\\.[lh])?(?![\\w\\[])"
              + "|(?<![\\w.$])(?<special>(?:vcc|exec|flat_scratch|xnack_mask|tba|tma)(?:_lo|_hi)?|m0|scc|vccz|execz)(?![\\w])"
              + "|(?<number>(?<![\\w.$])-?(?:0x[0-9a-fA-F]+|\\d+(?:\\.\\d+(?:e[+-]?\\d+)?)?)(?![\\w.]))"
              + "|(?<word>[A-Za-z_$.][\\w$.@]*)");

  public AssemblyText {
    tokens = List.copyOf(tokens);
  }

  /** The kinds of tokens. */
  public enum TokenKind {
    /** The operation. */
    MNEMONIC,
    /** A register or several with successive numbers. */
    REGISTER,
    /** A constant. */
    IMMEDIATE,
    /** Where a branch goes. */
    LABEL,
    /** A modifier or any other word. */
    WORD,
    /** A remark of the disassembler. */
    COMMENT
  }

  /**
   * Registers with successive numbers.
   *
   * @param file {@code v}, {@code a}, {@code s}, {@code ttmp}, or the name of a special register
   *     such as {@code vcc}, without {@code _lo} and {@code _hi}
   * @param first the number of the first; of a special register 0 for its lower half, else 1
   * @param count how many 32-bit registers
   * @param half whether only 16 bits of the register are meant
   */
  public record Registers(String file, int first, int count, boolean half) {
    /** Whether both have a register in common. */
    public boolean overlaps(Registers other) {
      return file.equals(other.file)
          && first < other.first + other.count
          && other.first < first + count;
    }
  }

  /**
   * A part.
   *
   * @param start the position of its first character
   * @param end the position behind its last one
   * @param registers which ones it names; null if it is no register
   */
  public record Token(int start, int end, TokenKind kind, @Nullable Registers registers) {}

  /** Takes an instruction apart. Any text is taken; what is unknown is a word. */
  public static AssemblyText of(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    boolean name = true;
    boolean branch = false;
    while (matcher.find()) {
      Registers registers = registers(matcher);
      TokenKind kind;
      if (matcher.group("comment") != null) {
        kind = TokenKind.COMMENT;
      } else if (registers != null) {
        kind = TokenKind.REGISTER;
      } else if (name && matcher.group("word") != null) {
        kind = TokenKind.MNEMONIC;
        branch = isBranch(matcher.group());
        name = false;
      } else if (branch) {
        kind = TokenKind.LABEL;
      } else {
        kind = matcher.group("number") != null ? TokenKind.IMMEDIATE : TokenKind.WORD;
      }
      // Two instructions that are issued as one.
      name |= text.startsWith("::", matcher.end()) || text.startsWith(" ::", matcher.end());
      tokens.add(new Token(matcher.start(), matcher.end(), kind, registers));
    }
    return new AssemblyText(text, tokens);
  }

  private static @Nullable Registers registers(Matcher matcher) {
    String file = matcher.group("file");
    if (file != null) {
      String from = matcher.group("one") != null ? matcher.group("one") : matcher.group("from");
      int first = Integer.parseInt(from);
      String to = matcher.group("to");
      int last = to == null ? first : Integer.parseInt(to);
      return last < first
          ? null
          : new Registers(
              file.equals("acc") ? "a" : file,
              first,
              last - first + 1,
              matcher.group("half") != null);
    }
    String special = matcher.group("special");
    if (special == null) {
      return null;
    }
    return switch (special) {
      case "m0", "scc" -> new Registers(special, 0, 1, false);
      case "vccz", "execz" ->
          new Registers(special.substring(0, special.length() - 1), 0, 2, false);
      default -> {
        boolean half = special.endsWith("_lo") || special.endsWith("_hi");
        yield new Registers(
            half ? special.substring(0, special.length() - 3) : special,
            special.endsWith("_hi") ? 1 : 0,
            half ? 1 : 2,
            false);
      }
    };
  }

  /** Whether an instruction may go on at an address that it contains. */
  static boolean isBranch(String mnemonic) {
    return mnemonic.startsWith("s_branch")
        || mnemonic.startsWith("s_cbranch_")
        || mnemonic.startsWith("s_subvector_loop")
        || mnemonic.startsWith("s_call_b64");
  }
}
