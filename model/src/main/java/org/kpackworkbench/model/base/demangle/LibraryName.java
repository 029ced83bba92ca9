package org.kpackworkbench.model.base.demangle;

import org.jspecify.annotations.Nullable;

/** The abbreviations of the ABI for names of the library, {@code Sa} to {@code Sd}. */
enum LibraryName {
  ALLOCATOR('a', "allocator", "allocator", ""),
  BASIC_STRING('b', "basic_string", "basic_string", ""),
  STRING('s', "string", "basic_string", "<char, std::char_traits<char>, std::allocator<char>>"),
  ISTREAM('i', "istream", "basic_istream", "<char, std::char_traits<char>>"),
  OSTREAM('o', "ostream", "basic_ostream", "<char, std::char_traits<char>>"),
  IOSTREAM('d', "iostream", "basic_iostream", "<char, std::char_traits<char>>");

  final char code;
  final String shortName;
  final String className;
  final String arguments;

  LibraryName(char code, String shortName, String className, String arguments) {
    this.code = code;
    this.shortName = shortName;
    this.className = className;
    this.arguments = arguments;
  }

  static @Nullable LibraryName of(char code) {
    for (LibraryName name : values()) {
      if (name.code == code) {
        return name;
      }
    }
    return null;
  }
}
