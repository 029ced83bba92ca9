package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
class StartTimesTest {
  private final StartTimes times = new StartTimes(Instant.now());
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final AtomicBoolean file = new AtomicBoolean();

  @Start
  void start(Stage stage) {
    stage.setScene(new Scene(new Label("window"), 200, 100));
    times.watch(stage.getScene(), file::get, answer::complete);
    stage.show();
  }

  @Test
  void nothingIsSaidBeforeTheFileIsThereAndNothingIsLeftToDo() throws Exception {
    CountDownLatch work = new CountDownLatch(1);
    times.background().run(() -> work.await(10, TimeUnit.MINUTES), done -> {}, failure -> {});
    WaitForAsyncUtils.waitForFxEvents();
    assertThat(answer).isNotDone();
    file.set(true);
    WaitForAsyncUtils.waitForFxEvents();
    assertThat(answer).isNotDone();
    work.countDown();
    assertThat(answer.get(10, TimeUnit.MINUTES))
        .matches("window \\d+ ms, file \\d+ ms, at rest \\d+ ms");
  }

  @Test
  void isOnlyForWhoAsks() {
    assertThat(StartTimes.ifAsked()).isNull();
  }
}
