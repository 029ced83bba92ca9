package org.kpackworkbench.model.base.demangle;

/** A reading position in a mangled name, and how deep the grammar has descended. */
final class Cursor {
  /** Real names stay below 40; each level costs some stack. */
  private static final int MAX_DEPTH = 240;

  private static final int MAX_NUMBER = 1 << 20;

  private final String text;
  private int position;
  private int depth;

  Cursor(String text, int position) {
    this.text = text;
    this.position = position;
  }

  int remaining() {
    return text.length() - position;
  }

  boolean atEnd() {
    return position >= text.length();
  }

  /** The next character, or NUL at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    int index = position + ahead;
    return index < text.length() ? text.charAt(index) : '\0';
  }

  boolean looksAt(String expected) {
    return text.startsWith(expected, position);
  }

  char next() {
    if (atEnd()) {
      throw new DemangleFailure("the name ends early");
    }
    return text.charAt(position++);
  }

  boolean accept(char expected) {
    if (peek() == expected && !atEnd()) {
      position++;
      return true;
    }
    return false;
  }

  boolean accept(String expected) {
    if (looksAt(expected)) {
      position += expected.length();
      return true;
    }
    return false;
  }

  void expect(char expected) {
    if (!accept(expected)) {
      throw new DemangleFailure("expected " + expected);
    }
  }

  /** Moves back over characters just read. */
  void back(int count) {
    position -= count;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  boolean atDigit() {
    return isDigit(peek());
  }

  /** Digits, perhaps none. */
  String digits() {
    int start = position;
    while (atDigit()) {
      position++;
    }
    return text.substring(start, position);
  }

  /** Digits with an optional {@code n} for minus, as text with a sign; at least one digit. */
  String signedNumber() {
    boolean negative = accept('n');
    String digits = digits();
    if (digits.isEmpty()) {
      throw new DemangleFailure("expected a number");
    }
    return negative ? "-" + digits : digits;
  }

  int number() {
    String digits = digits();
    if (digits.isEmpty() || digits.length() > 7) {
      throw new DemangleFailure("expected a number");
    }
    int value = Integer.parseInt(digits);
    if (value > MAX_NUMBER) {
      throw new DemangleFailure("number too large");
    }
    return value;
  }

  /**
   * A sequence id in base 36, {@code _} being 0 and {@code 0_} being 1; consumes the underscore.
   */
  int sequenceId() {
    if (accept('_')) {
      return 0;
    }
    int value = 0;
    do {
      int digit = Character.digit(peek(), 36);
      if (digit < 0 || Character.isLowerCase(peek()) || value > MAX_NUMBER) {
        throw new DemangleFailure("expected a sequence id");
      }
      value = value * 36 + digit;
      position++;
    } while (!accept('_'));
    return value + 1;
  }

  /** A decimal index, {@code _} being 0 and {@code 0_} being 1; consumes the underscore. */
  int index() {
    if (accept('_')) {
      return 0;
    }
    int value = number() + 1;
    expect('_');
    return value;
  }

  String take(int length) {
    if (length > remaining()) {
      throw new DemangleFailure("the name ends early");
    }
    position += length;
    return text.substring(position - length, position);
  }

  String rest() {
    return take(remaining());
  }

  /** An identifier with its length before it. */
  String identifier() {
    int length = number();
    if (length == 0) {
      throw new DemangleFailure("an identifier has a length");
    }
    return take(length);
  }

  void descend() {
    if (++depth > MAX_DEPTH) {
      throw new DemangleFailure("nested too deeply");
    }
  }

  void ascend() {
    depth--;
  }

  /**
   * Thrown inside this package when a name does not follow the grammar or exceeds a limit; carries
   * no stack trace.
   */
  static final class DemangleFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DemangleFailure(String reason) {
      super(reason, null, false, false);
    }
  }
}
