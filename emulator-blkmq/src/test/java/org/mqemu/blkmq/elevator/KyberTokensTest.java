package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KyberTokensTest {
    private static void takeAll(KyberTokens tokens, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(tokens.take(0)).isTrue();
        }
    }

    private static void free(KyberTokens tokens, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(tokens.free()).isEmpty();
        }
    }

    @Test
    void shouldGiveOutAsManyTokensAsItsDepth() {
        KyberTokens tokens = new KyberTokens(16, 1);
        takeAll(tokens, 16);

        assertThat(tokens.take(0)).isFalse();
        assertThat(tokens.inUse()).isEqualTo(16);
    }

    @Test
    void shouldWakeAWaitingQueueWhenAWakeBatchIsFree() {
        KyberTokens tokens = new KyberTokens(64, 4);
        takeAll(tokens, 64);
        tokens.take(3);
        tokens.take(3); // waits already

        free(tokens, 7);
        assertThat(tokens.free()).containsExactly(3);
        free(tokens, 20);
    }

    @Test
    void shouldWakeAllThatWaitTogetherAndTheNextOnesWithTheNextBatch() {
        KyberTokens tokens = new KyberTokens(16, 3);
        takeAll(tokens, 16);
        tokens.take(1);
        free(tokens, 1);
        assertThat(tokens.free()).containsExactly(1);
        takeAll(tokens, 2);
        tokens.take(1); // its second wait: on the next wait queue
        tokens.take(2);
        tokens.take(0);

        free(tokens, 1);
        assertThat(tokens.free()).containsExactly(1);
        free(tokens, 1);
        assertThat(tokens.free()).containsExactly(0, 2);
    }

    @Test
    void shouldNotWakeWhoHasGotATokenAfterAll() {
        KyberTokens tokens = new KyberTokens(16, 2);
        takeAll(tokens, 16);
        tokens.take(1);
        free(tokens, 1);

        assertThat(tokens.take(1)).isTrue();
        free(tokens, 10);
    }

    @Test
    void shouldGiveOutNothingUntilFewerThanItsNewDepthAreInUse() {
        KyberTokens tokens = new KyberTokens(64, 1);
        takeAll(tokens, 40);
        tokens.resize(32);

        assertThat(tokens.take(0)).isFalse();
        assertThat(tokens.depth()).isEqualTo(32);
        for (int i = 0; i < 9; i++) {
            tokens.free();
        }
        assertThat(tokens.take(0)).isTrue();
        assertThat(tokens.take(0)).isFalse();
    }

    @Test
    void shouldWakeWithTheNextTokenWhenANewDepthChangesTheWakeBatch() {
        KyberTokens tokens = new KyberTokens(64, 2);
        takeAll(tokens, 64);
        tokens.take(1);
        tokens.resize(8);

        assertThat(tokens.free()).containsExactly(1);
    }

    @Test
    void shouldRefuseATokenThatNobodyHas() {
        KyberTokens tokens = new KyberTokens(16, 1);

        assertThatThrownBy(tokens::free).isInstanceOf(IllegalStateException.class);
    }
}
