package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/** Why nothing came of a form, where, and what to do; the cause is kept. */
final class FormFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private FormFailure(String message, IOException cause) {
    super(message, cause);
  }

  /** A failure with what to do about it; as it is where that is not known. */
  static IOException of(IOException failure) {
    String advice = FormAdvice.of(failure);
    if (failure instanceof FormatException || advice.isEmpty()) {
      return failure;
    }
    return new FormFailure(words(failure) + " " + advice + " Nothing was written.", failure);
  }

  /** Work that may fail. */
  interface Work {
    FormResult run() throws IOException;
  }

  /** Does something; a failure comes with what to do about it. */
  static FormResult explained(Work work) throws IOException {
    try {
      return work.run();
    } catch (IOException failure) {
      throw of(failure);
    }
  }

  /** What went wrong and where. */
  static String words(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> there.getFile() + " is there already.";
      case FileSystemException other -> other.getFile() + ": " + ErrorText.of(other).inOneLine();
      case FormatException format -> format.file() + ": " + ErrorText.of(format).inOneLine();
      default -> {
        String text = ErrorText.of(failure).inOneLine();
        yield text.endsWith(".") ? text : text + ".";
      }
    };
  }
}
