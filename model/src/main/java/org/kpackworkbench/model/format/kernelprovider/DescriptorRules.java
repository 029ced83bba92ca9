package org.kpackworkbench.model.format.kernelprovider;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.kernelprovider.KernelSource.Argument;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** The rules about what descriptors say of archives. */
final class DescriptorRules {
  private static final String ADVICE =
      "Descriptor and archive are from different builds; install both from the same build.";

  private DescriptorRules() {}

  static List<Rule<?>> all() {
    return List.of(FOUND, CHECKSUM, SYMBOL, SIGNATURE);
  }

  /** A source of a descriptor, and what it leads to. */
  record SourceSubject(Place place, ByteView bytes, KernelSource source, SourceArchives.Code found)
      implements Subject {

    long offset() {
      return bytes.fileOffset(source.range().start());
    }

    private List<Kernel> kernels(Sink sink) throws IOException {
      String symbol = source.symbol();
      List<Kernel> kernels = new ArrayList<>();
      for (int row = 0; row < found.code().size(); row++) {
        try (SpooledBytes code = found.code().open(row, UnpackBudget.one(), sink.progress())) {
          for (Kernel kernel : CodeObject.read(code.bytes()).kernels()) {
            if (kernel.name().equals(symbol) || symbol.equals(kernel.codeSymbol())) {
              kernels.add(kernel);
            }
          }
        }
      }
      return kernels;
    }

    private void error(Sink sink, String message, String expected, String actual) {
      Evidence evidence = Evidence.of(expected, actual);
      sink.add(
          Severity.ERROR,
          place,
          offset(),
          message,
          ADVICE,
          found.archive() == null ? evidence : evidence.about(found.archive()));
    }
  }

  private static final Rule<SourceSubject> FOUND =
      Rule.of(
          SourceSubject.class,
          "descriptor-archive",
          "A descriptor's kernel has its archive beside it, and its key in that.",
          DescriptorRules::found);

  private static void found(SourceSubject subject, Sink sink) {
    KernelSource source = subject.source();
    if (source.library().isEmpty() || source.key().isEmpty()) {
      return;
    }
    if (source.leavesFolder(subject.place().file())) {
      sink.add(
          Severity.ERROR,
          subject.place(),
          subject.offset(),
          "It names the archive %s, which is not below the descriptor's folder or that of its architecture, and is not opened."
              .formatted(source.library()),
          "Put the archive beside the descriptor, and name it from there.",
          Evidence.of("a path below the descriptor's folder", source.library()));
    } else if (subject.found().archive() == null) {
      subject.error(
          sink,
          "It names the archive %s, which does not exist.".formatted(source.library()),
          source.library(),
          "no such file");
    } else if (subject.found().code().size() == 0) {
      subject.error(
          sink,
          "It names %s in %s, which has no such key.".formatted(source.key(), source.library()),
          source.key(),
          "no such key");
    }
  }

  /** The archive's code object is the one that the descriptor was made for. */
  private static final Rule<SourceSubject> CHECKSUM =
      Rule.of(
          SourceSubject.class,
          "descriptor-checksum",
          "The code object that a descriptor names has the SHA-256 that it states.",
          DescriptorRules::checksum);

  private static void checksum(SourceSubject subject, Sink sink) throws IOException {
    String stated = subject.source().sha256().toLowerCase(Locale.ROOT);
    CodeObjects code = subject.found().code();
    if (stated.isEmpty() || code.size() == 0) {
      return;
    }
    List<String> actual = new ArrayList<>();
    for (int row = 0; row < code.size(); row++) {
      try (SpooledBytes bytes = code.open(row, UnpackBudget.one(), sink.progress())) {
        MessageDigest digester = Digests.sha256();
        bytes
            .bytes()
            .windows(sink.progress(), (window, length) -> digester.update(window, 0, length));
        String digest = HexText.of(digester.digest());
        if (digest.equals(stated)) {
          return;
        }
        actual.add(digest);
      } catch (FormatException damaged) {
        // The archive's own rules say what is wrong with it.
        return;
      }
    }
    subject.error(
        sink,
        "The code object %s in %s has another SHA-256 than the descriptor states."
            .formatted(subject.source().key(), subject.source().library()),
        stated,
        String.join(", ", actual));
  }

  private static final Rule<SourceSubject> SYMBOL =
      Rule.of(
          SourceSubject.class,
          "descriptor-symbol",
          "The code object that a descriptor names has its kernel.",
          DescriptorRules::symbol);

  private static void symbol(SourceSubject subject, Sink sink) throws IOException {
    String symbol = subject.source().symbol();
    if (symbol.isEmpty() || subject.found().code().size() == 0) {
      return;
    }
    try {
      if (subject.kernels(sink).isEmpty()) {
        subject.error(
            sink,
            "The code object %s in %s has no kernel %s."
                .formatted(subject.source().key(), subject.source().library(), symbol),
            symbol,
            "no such kernel");
      }
    } catch (FormatException damaged) {
      // The archive's own rules say what is wrong with it.
      return;
    }
  }

  /**
   * The kernel takes the arguments where the descriptor puts them. A part of a structure that is
   * passed by value is an argument by itself in some descriptors.
   */
  private static final Rule<SourceSubject> SIGNATURE =
      Rule.of(
          SourceSubject.class,
          "descriptor-signature",
          "The arguments of a descriptor have the offsets and sizes of those of its kernel.",
          DescriptorRules::signature);

  private static void signature(SourceSubject subject, Sink sink) throws IOException {
    List<Argument> signature = subject.source().signature();
    if (subject.source().symbol().isEmpty() || !subject.source().signed()) {
      return;
    }
    List<Kernel> kernels;
    try {
      kernels = subject.kernels(sink);
    } catch (FormatException damaged) {
      // The archive's own rules say what is wrong with it.
      return;
    }
    for (Kernel kernel : kernels) {
      List<KernelArgument> own =
          kernel.args().stream().filter(argument -> !argument.hidden()).toList();
      // Kernels that were written in assembly may state none.
      if (own.isEmpty()) {
        continue;
      }
      for (int i = 0; i < signature.size(); i++) {
        Argument argument = signature.get(i);
        if (own.stream().noneMatch(each -> fits(argument, each))) {
          wrong(subject, sink, "Argument %d".formatted(i), words(argument), all(own));
          return;
        }
      }
      for (KernelArgument argument : own) {
        if (signature.stream().noneMatch(each -> fits(each, argument))) {
          wrong(
              subject,
              sink,
              "No argument",
              "the kernel's " + words(new Argument(argument.sizeBytes(), argument.offset())),
              "%d arguments without it".formatted(signature.size()));
          return;
        }
      }
    }
  }

  private static boolean fits(Argument argument, KernelArgument own) {
    boolean inside =
        argument.offset() >= own.offset()
            && argument.offset() + argument.sizeBytes() <= own.offset() + own.sizeBytes();
    boolean same = argument.offset() == own.offset() && argument.sizeBytes() == own.sizeBytes();
    return argument.offset() == Argument.NOT_STATED
        || argument.sizeBytes() == Argument.NOT_STATED
        || same
        || (inside && own.valueKind().equals("by_value"));
  }

  private static String words(Argument argument) {
    return "%d bytes at %d".formatted(argument.sizeBytes(), argument.offset());
  }

  private static String all(List<KernelArgument> own) {
    return own.stream()
        .map(each -> words(new Argument(each.sizeBytes(), each.offset())))
        .collect(Collectors.joining(", "));
  }

  private static void wrong(
      SourceSubject subject, Sink sink, String which, String expected, String found) {
    subject.error(
        sink,
        "%s of the signature is %s; the arguments of the kernel %s are others."
            .formatted(which, expected, subject.source().symbol()),
        expected,
        found);
  }
}
