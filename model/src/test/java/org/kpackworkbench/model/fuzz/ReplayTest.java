package org.kpackworkbench.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.fixtures.Mutations;

/** The short form of the long run: the corpus as it is, and broken a little. */
class ReplayTest {
  private static final int MUTATIONS = 60;
  private static final int MOST_MUTATED_BYTES = 20_000;

  @ParameterizedTest
  @EnumSource
  void everyInputOfTheCorpusIsReadOrRefused(FuzzTarget target) throws IOException {
    List<Path> inputs = Corpus.inputs(target);
    assertThat(inputs).as("inputs of %s", target.id()).isNotEmpty();
    for (Path input : inputs) {
      read(target, Files.readAllBytes(input), input.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void brokenInputsAreReadOrRefused(FuzzTarget target) throws IOException {
    List<byte[]> inputs = new java.util.ArrayList<>();
    for (Path input : Corpus.inputs(target)) {
      byte[] bytes = Files.readAllBytes(input);
      if (bytes.length > 0 && bytes.length <= MOST_MUTATED_BYTES) {
        inputs.add(bytes);
      }
    }
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] input = inputs.get(i % inputs.size());
      CRC32 seed = new CRC32();
      seed.update(input);
      read(target, new Mutations(input, seed.getValue() + i).next(), "mutation " + i);
    }
  }

  private static void read(FuzzTarget target, byte[] input, String name) {
    try {
      target.read(input);
    } catch (Exception | Error failure) {
      byte[] beginning = Arrays.copyOf(input, Math.min(64, input.length));
      fail("%s: %s: %s".formatted(target.id(), name, Arrays.toString(beginning)), failure);
    }
  }
}
